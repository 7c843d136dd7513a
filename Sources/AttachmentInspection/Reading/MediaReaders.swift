/// The table of formats: the readers in the order in which they are asked.
enum MediaReaders {
    /// Formats with a signature at a fixed place, asked before libmagic: they prove what they say, and the commonest
    /// come first.
    static let signed: [any StructuralReader.Type] = [
        JPEG.self, PNG.self, GIF.self, KnownSignatures.self, ISOMedia.self, Matroska.self, MPEGAudio.self,
        TransportStream.self, Icon.self, WindowsMedia.self, Markup.self,
    ]
    /// Formats that have to be searched for, asked where libmagic knows nothing better.
    static let searched: [any StructuralReader.Type] = [
        TransportStream.Midway.self, MPEGAudio.AfterJunk.self,
    ]

    /// A sighting, and who has it.
    struct Find {
        var sighting: Sighting
        var reader: any StructuralReader.Type
    }

    /// The first of the readers that knows the bytes.
    static func first(
        of readers: [any StructuralReader.Type], at bytes: ByteReader
    ) throws(InspectionFault) -> Find? {
        for reader in readers {
            if let sighting = try reader.look(at: bytes) { return Find(sighting: sighting, reader: reader) }
        }
        return nil
    }

    /// The reader for a format that libmagic has named.
    static func reader(named mime: String) -> (any ContainerReader.Type)? {
        byName[mime]
    }

    private static let byName: [String: any ContainerReader.Type] = {
        var readers: [String: any ContainerReader.Type] = [:]
        for case let reader as any ContainerReader.Type in signed + searched {
            for name in reader.names { readers[name] = reader }
        }
        return readers
    }()
}
