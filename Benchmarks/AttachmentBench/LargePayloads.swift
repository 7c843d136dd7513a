import AttachmentDomain
import AttachmentTesting

/// How long and with how much memory `inspect` reads payloads as large and as deep as the policy allows.
struct LargePayloads {
    let place: Workplace
    let runs: Int
    /// How large each payload is.
    let bytes: Int

    func measure(_ report: Report) async throws {
        report.section("Large payloads: inspect, \(runs) runs, the slowest and the largest")
        let size = Double(bytes)
        for shape in Self.shapes {
            let text = shape.text(bytes)
            let worst = try await worst(shape, text)
            report.target(
                "\(shape.name), \((Double(text.count) / 1e6).digits(1)) MB", worst.seconds,
                below: 3 * max(size / 67_108_864, 0.1), digits: 2, unit: " s")
            report.target(
                "  resident, high water", Double(worst.resident) / 1e6, below: max(3 * size / 1e6, 32), digits: 1,
                unit: " MB")
        }
    }

    /// The slowest of the runs, and the largest memory of one more: looking at it slows a process down.
    private func worst(_ shape: Shape, _ text: [UInt8]) async throws -> (seconds: Double, resident: Int) {
        let file = try place.directory.write(text, to: "large.json")
        let arguments = ["inspect", "--format", "jsonl", file]
        var seconds = 0.0
        for _ in 0..<runs {
            let result = try await place.run(place.tool, arguments)
            try check(result, of: shape)
            seconds = max(seconds, result.end.wall.inSeconds)
        }
        let child = try ChildProcess(place.tool, arguments)
        let peak = await sampleMemory(of: child.identifier)
        try check(await child.result(), of: shape)
        return (seconds, peak.resident)
    }

    private func check(_ result: ProcessResult, of shape: Shape) throws {
        let hasMedia = result.outputText.prefix(200).contains("\"media\":[{\"url\":")
        guard result.exitCode == 0, hasMedia == shape.hasMedia else {
            throw BenchFault("large payloads, \(shape.name): \(result.end) \(result.errorText)")
        }
    }

    private struct Shape: Sendable {
        let name: String
        var hasMedia = true
        /// The payload, filled up to so many bytes.
        let text: @Sendable (Int) -> [UInt8]
    }

    private static let shapes: [Shape] = [
        Shape(name: "a catalogue of products") {
            filled($0, "[", "]") { number in
                #"{"id":\#(number),"name":"Café \#(number)","tags":["a",null,true],"price":1.5,"url":"https://a.example/\#(number)"}"#
            }
        },
        Shape(name: "one long string") { filled($0, "\"", "\"", separator: "") { _ in "lorem ipsum \\u00e9 " } },
        Shape(name: "numbers") { filled($0, "[", "]") { "\($0)" } },
        Shape(name: "empty objects") { filled($0, "[", "]") { _ in "{}" } },
        Shape(name: "10,000 levels, again and again") {
            filled($0, "[", "]") { _ in
                String(repeating: "[", count: 9_998) + String(repeating: "]", count: 9_998)
            }
        },
        Shape(name: "10,000 levels") { _ in
            head + Array((String(repeating: "[", count: 9_999) + String(repeating: "]", count: 9_999) + "}").utf8)
        },
        Shape(name: "links, and no media", hasMedia: false) { size in
            Array(#"{"aps":{},"CIO":{},"data":"#.utf8)
                + list(size, "[", "]") { #"{"link":"https://a.example/\#($0)"}"# } + Array("}".utf8)
        },
        Shape(name: "media alone") { size in
            Array(#"{"aps":{},"custom":{"i":1},"att":"#.utf8)
                + list(size, "{", "}") { #""id\#($0)":"https://a.example/\#($0).png""# } + Array("}".utf8)
        },
    ]

    private static let head = Array(#"{"aps":{"alert":"x"},"imageUrl":"https://a.example/1.png","data":"#.utf8)

    private static func filled(
        _ size: Int, _ open: String, _ close: String, separator: String = ",", _ element: (Int) -> String
    ) -> [UInt8] {
        head + list(size - head.count - 1, open, close, separator: separator, element) + Array("}".utf8)
    }

    /// Elements in brackets, as many as fit.
    private static func list(
        _ size: Int, _ open: String, _ close: String, separator: String = ",", _ element: (Int) -> String
    ) -> [UInt8] {
        var text = Array(open.utf8)
        text.reserveCapacity(size)
        for number in 0... {
            let next = Array(((number == 0 ? "" : separator) + element(number)).utf8)
            guard text.count + next.count + close.utf8.count <= size - 64 else { break }
            text += next
        }
        return text + Array(close.utf8)
    }
}
