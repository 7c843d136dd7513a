/// What the command line asks for.
struct BenchOptions: Hashable {
    /// Which measurements to take; all unless named.
    enum Measurement: String, CaseIterable {
        case warm
        case memory
        case payloads
        case files
        case lateness
        case hostile
    }

    var measurements = Set(Measurement.allCases)
    /// Pairs of runs of the warm start.
    var warmPairs = 40
    /// Runs of the fetch of one large video.
    var memoryRuns = 3
    var videoBytes = 50_000_000
    /// Runs of each large payload.
    var payloadRuns = 3
    var payloadBytes = 67_108_864
    /// Pairs of rounds of many small files.
    var filePairs = 5
    var files = 5000
    var fileBytes = 40_000
    /// Runs against stalling origins, in all.
    var latenessRuns = 200
    var deadlineSeconds = 2
    /// Runs of a thousand hostile transfers, over cleartext and over TLS.
    var hostileRuns = 10
    var hostileTransfers = 1000
    var hostileSeconds = 4
    /// Where the work directory is made: what is measured is this file system.
    var workDirectory = ".build"
    /// Whether a missed target is a failure.
    var gates = false

    struct Refusal: Error, Hashable {
        let message: String
    }

    init(_ arguments: some Sequence<String>) throws(Refusal) {
        var named: Set<Measurement> = []
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--quick": beQuick()
            case "--gate": gates = true
            case "--work":
                guard let directory = arguments.next() else { throw Refusal(message: "--work needs a directory") }
                workDirectory = directory
            default:
                guard let measurement = Measurement(rawValue: argument) else {
                    throw Refusal(
                        message: "unknown argument \(argument); "
                            + "there are warm, memory, payloads, files, lateness, hostile, --quick, --gate, --work DIR")
                }
                named.insert(measurement)
            }
        }
        if !named.isEmpty { measurements = named }
    }

    /// Enough to see that everything works, too little to judge by.
    private mutating func beQuick() {
        (warmPairs, memoryRuns, filePairs, files) = (5, 1, 1, 500)
        (payloadRuns, payloadBytes) = (1, 8_388_608)
        (latenessRuns, deadlineSeconds) = (7, 1)
        hostileRuns = 3
    }
}
