/// The readers in the order in which they are asked.
enum StructuralLook {
    /// Formats with a signature at a fixed place, asked before libmagic.
    private static let signed: [any StructuralReader.Type] = [
        CommonPicture.self, KnownSignatures.self, ISOMedia.self, Matroska.self, MPEGAudio.self, TransportStream.self,
        Icon.self,
        WindowsMedia.self, Markup.self,
    ]
    /// Formats that have to be searched for, asked where libmagic knows nothing better.
    private static let searched: [any StructuralReader.Type] = [
        TransportStream.Midway.self, MPEGAudio.AfterJunk.self,
    ]

    static func strong(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try first(of: signed, at: bytes)
    }

    static func weak(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try first(of: searched, at: bytes)
    }

    private static func first(
        of readers: [any StructuralReader.Type], at bytes: ByteReader
    ) throws(InspectionFault) -> Sighting? {
        for reader in readers {
            if let sighting = try reader.look(at: bytes) { return sighting }
        }
        return nil
    }
}
