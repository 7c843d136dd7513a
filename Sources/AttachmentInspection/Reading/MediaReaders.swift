/// The table of formats: the readers in the order in which they are asked.
enum MediaReaders {
    /// Formats with a signature at a fixed place, asked before libmagic: they prove what they say. The commonest come
    /// first.
    static let signed: [any StructuralReader.Type] = [
        JPEG.self,
        PNG.self,
        GIF.self,
        WebP.self,
        HEIF.self,
        ISOMedia.self,
        MPEGAudio.self,
        AAC.self,
        WAV.self,
        AIFF.self,
        CAF.self,
        FLAC.self,
        Ogg.self,
        AMR.self,
        MIDI.self,
        AVI.self,
        Matroska.self,
        MPEGProgram.self,
        TransportStream.self,
        FlashVideo.self,
        WindowsMedia.self,
        TIFF.self,
        BMP.self,
        Icon.self,
        JPEGXL.self,
        JPEG2000.self,
        KnownSignatures.self,
        Markup.self,
    ]
    /// Formats that have to be searched for, asked where libmagic knows nothing better.
    static let searched: [any StructuralReader.Type] = [
        TransportStream.Midway.self, MPEGAudio.AfterJunk.self,
    ]

    /// What the first of the readers that knows the bytes says of them.
    static func sighting(
        by readers: [any StructuralReader.Type], of bytes: ByteReader
    ) throws(InspectionFault) -> Sighting? {
        for reader in readers {
            if let sighting = try reader.look(at: bytes) { return sighting }
        }
        return nil
    }

    /// The reader that measures files of that type, whoever has named it.
    static func container(of mime: String) -> (any ContainerReader.Type)? {
        containers[mime]
    }

    private static let containers: [String: any ContainerReader.Type] = {
        var containers: [String: any ContainerReader.Type] = [:]
        for case let reader as any ContainerReader.Type in signed + searched {
            for type in reader.types { containers[type] = reader }
        }
        return containers
    }()
}
