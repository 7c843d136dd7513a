/// Formats that a few fixed bytes prove and for which libmagic 5.44 has no MIME type.
enum KnownSignatures: StructuralReader {
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        for row in table where try bytes.has(row.signature, at: 0) {
            guard let second = row.second else { return .type(row.mime) }
            if try bytes.has(second.text, at: second.offset) { return .type(row.mime) }
        }
        return nil
    }

    private struct Row: Sendable {
        let signature: StaticString
        let second: (text: StaticString, offset: Int64)?
        let mime: String

        init(_ signature: StaticString, _ second: (text: StaticString, offset: Int64)? = nil, _ mime: String) {
            self.signature = signature
            self.second = second
            self.mime = mime
        }
    }

    private static let table: [Row] = [
        Row("wvpk", nil, "audio/x-wavpack"),
        Row("DDS |\u{0}\u{0}\u{0}", nil, "image/vnd.ms-dds"),
        // Raw streams: a start code and the first parameter set (H.264 Annex B, H.265 Annex B).
        Row("\u{0}\u{0}\u{0}\u{1}\u{67}", nil, "video/h264"),
        Row("\u{0}\u{0}\u{0}\u{1}\u{40}\u{1}", nil, "video/h265"),
    ]
}
