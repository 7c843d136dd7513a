/// A container format that is measured as well as recognised: what is in it, how large, how long, and whether it is
/// all there. One file for each; ``MediaReaders`` lists them.
protocol ContainerReader: StructuralReader {
    /// The MIME types whose files it measures, by the names that structural readers and libmagic give them.
    static var types: Set<String> { get }

    /// Measures a complete file of this format, damaged or not.
    ///
    /// Structure alone is read, and only as much of the file as that asks for; nothing is decoded, and nothing is
    /// allocated by a number that the file claims. What the structure does not tell stays nil. Throws only when the
    /// medium fails.
    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement
}
