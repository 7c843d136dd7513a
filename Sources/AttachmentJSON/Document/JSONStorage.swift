/// A validated text with its index: what every value of a document refers to.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let index: SkipIndex
    /// Where the root value stands.
    let root: Int

    init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONFault) {
        let limit = min(limits.maxBytes, JSONLimits.addressableBytes)
        guard bytes.count <= limit else {
            throw JSONFault(kind: .tooLarge(bytes: bytes.count, limit: limit), offset: limit, line: 1, column: 1)
        }
        let (root, index) = try bytes.withUnsafeBufferPointer { text throws(JSONFault) in
            var validator = JSONValidator(text, maxDepth: limits.maxDepth)
            let root = try validator.validate()
            return (root, SkipIndex(validator.listed, textCount: text.count))
        }
        self.bytes = bytes
        self.root = root
        self.index = index
    }

    /// Lends the text for reading.
    @inline(__always)
    func read<Result>(_ body: (ValidText) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(ValidText(bytes: $0, index: index)) }
    }
}
