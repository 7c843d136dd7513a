/// JSON text of `Codable` values, and back.
public enum JSONText {
    /// How the text looks and what it leaves out.
    public struct Style: Hashable, Sendable {
        /// Two blanks of indentation and a final line break, as jq prints, instead of one line without blanks.
        public var isPretty: Bool
        /// Whether absent optional members are written as `null` instead of left out.
        public var writesAbsentAsNull: Bool
        /// In how many brackets of a larger pretty text the value stands: its lines begin further in, and the last has
        /// no break.
        public var nesting: Int

        public init(isPretty: Bool = false, writesAbsentAsNull: Bool = false, nesting: Int = 0) {
            self.isPretty = isPretty
            self.writesAbsentAsNull = writesAbsentAsNull
            self.nesting = nesting
        }

        /// One line, absent members left out.
        public static let compact = Style()
        /// Indented, absent members left out.
        public static let pretty = Style(isPretty: true)
    }

    /// Writes a value as UTF-8 JSON, in time proportional to the text.
    ///
    /// Members stand in the order in which the value encodes them: with synthesised `Codable` that of declaration.
    /// Slashes are not escaped, doubles have the shortest digits that read back (`30`, `0.5`), integers all of theirs.
    /// A value that encodes nothing becomes `{}`. Throws for NaN and infinities, and what the value's own `encode`
    /// throws. Encoding two values in one place traps.
    public static func encode(
        _ value: some Encodable, style: Style = .compact
    ) throws(JSONTextError) -> [UInt8] {
        let writer = JSONWriter(style: style)
        try write(value, with: writer)
        return writer.finish()
    }

    /// Writes a value piece by piece while it encodes itself, so that a long text needs no more memory than a short
    /// one. What was handed to `take` before an error stays there.
    ///
    /// - Parameters:
    ///   - value: what encodes itself.
    ///   - style: how the text looks.
    ///   - take: gets the pieces in order, each of some ten thousand bytes; lent for the call alone.
    public static func encode(
        _ value: some Encodable, style: Style = .compact, to take: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(JSONTextError) {
        try withoutActuallyEscaping(take) { take throws(JSONTextError) in
            let writer = JSONWriter(style: style, handingOn: take)
            try write(value, with: writer)
            writer.finish().withUnsafeBufferPointer(take)
        }
    }

    private static func write(_ value: some Encodable, with writer: JSONWriter) throws(JSONTextError) {
        do {
            try value.encode(to: JSONValueEncoder(writer: writer))
        } catch let error as JSONTextError {
            throw error
        } catch {
            throw .unencodable(explanation: "\(writer.path.dottedText) cannot be encoded: \(error)")
        }
    }

    /// Writes a value as UTF-8 JSON, on one line or indented.
    public static func encode(_ value: some Encodable, pretty: Bool) throws(JSONTextError) -> [UInt8] {
        try encode(value, style: pretty ? .pretty : .compact)
    }
}
