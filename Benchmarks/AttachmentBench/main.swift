import AttachmentTesting
import Glibc

// attachfetch-bench [warm] [memory] [payloads] [files] [lateness] [hostile] [--quick] [--gate] [--work DIR]
//
// Compares within one run, side by side: absolute figures of one machine and hour mean little on another. Exits with 0
// when everything worked, with 1 when something did not, or with --gate when a target was missed.

func complain(_ message: String) -> Never {
    let line = Array("attachfetch-bench: \(message)\n".utf8)
    _ = write(2, line, line.count)
    exit(1)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    if arguments.first == "library-round", arguments.count == 5, let count = Int(arguments[4]) {
        try await libraryRound(payload: arguments[1], cache: arguments[2], origin: arguments[3], count: count)
    } else {
        try await bench(BenchOptions(arguments))
    }
} catch let refusal as BenchOptions.Refusal {
    complain(refusal.message)
} catch {
    complain("\(error)")
}

func bench(_ options: BenchOptions) async throws {
    let place = try await Workplace(in: options.workDirectory)
    let report = Report()
    if options.measurements.contains(.warm) {
        try await WarmRun(place: place, pairs: options.warmPairs).measure(report)
    }
    if options.measurements.contains(.memory) {
        try await VideoMemory(place: place, runs: options.memoryRuns, bytes: options.videoBytes).measure(report)
    }
    if options.measurements.contains(.payloads) {
        let payloads = LargePayloads(place: place, runs: options.payloadRuns, bytes: options.payloadBytes)
        try await payloads.measure(report)
    }
    if options.measurements.contains(.files) {
        let files = ManyFiles(
            place: place, pairs: options.filePairs, files: options.files, fileBytes: options.fileBytes)
        try await files.measure(report)
    }
    if options.measurements.contains(.lateness) {
        let lateness = Lateness(place: place, runs: options.latenessRuns, deadline: options.deadlineSeconds)
        try await lateness.measure(report)
    }
    if options.measurements.contains(.hostile) {
        let crowd = HostileCrowd(
            place: place, runs: options.hostileRuns, transfers: options.hostileTransfers,
            deadline: options.hostileSeconds)
        try await crowd.measure(report)
    }
    if options.gates, report.missed > 0 { throw BenchFault("\(report.missed) targets missed") }
}
