/// The description of a track's samples: the first entry of `stsd` (ISO/IEC 14496-12 8.5.2, 12.1.3, 12.2.3; QuickTime
/// File Format Specification, "Sound Media").
struct ISOSampleEntry {
    private(set) var codec: String
    /// The size of the pictures as they are coded.
    private(set) var size: PixelSize?
    private(set) var packing = SoundPacking()

    private let boxes: ISOBoxes

    init(_ entry: ISOBox, isPicture: Bool, in boxes: ISOBoxes) throws(InspectionFault) {
        self.boxes = boxes
        codec = ""
        if isPicture { try readPicture(entry) } else { try readSound(entry) }
    }

    private mutating func readPicture(_ entry: ISOBox) throws(InspectionFault) {
        if let width = try boxes.number(in: entry, at: 24, count: 2),
            let height = try boxes.number(in: entry, at: 26, count: 2), width > 0, height > 0
        {
            size = PixelSize(width: width, height: height)
        }
        let parts = try parts(of: entry, from: 78)
        let kind = try original(of: entry.kind, parts)
        let object = try objectType(parts)
        codec = ISOCodecs.picture(kind, objectType: object)
    }

    private mutating func readSound(_ entry: ISOBox) throws(InspectionFault) {
        let version = try boxes.number(in: entry, at: 8, count: 2) ?? 0
        let own = try parts(of: entry, from: version == 1 ? 44 : version == 2 ? 64 : 28)
        let wave = own.first { $0.kind == "wave" }?.body ?? 0..<0
        let parts = own + (try boxes.list(in: wave, limit: 32))
        let kind = try original(of: entry.kind, parts)
        let isLarge = version == 2
        let layout = ISOCodecs.SampleLayout(
            bits: try boxes.number(in: entry, at: isLarge ? 48 : 18, count: isLarge ? 4 : 2) ?? 0,
            flags: isLarge ? try boxes.number(in: entry, at: 52) ?? 0 : 0, isLittleEndian: try isLittleEndian(parts))
        codec = ISOCodecs.sound(kind, objectType: try objectType(parts), layout)
        if version == 1 {
            packing.samples = try boxes.number(in: entry, at: 28) ?? 1
            packing.bytes = try boxes.number(in: entry, at: 36) ?? 0
        } else if codec.hasPrefix("pcm_") {
            let channels = try boxes.number(in: entry, at: isLarge ? 40 : 16, count: isLarge ? 4 : 2) ?? 0
            // Logarithmic sound has one byte a channel, whatever the entry says.
            packing.bytes = min(channels, 64) * (kind == "ulaw" || kind == "alaw" ? 1 : min(layout.bits, 64) / 8)
        }
    }

    private func parts(of entry: ISOBox, from distance: Int64) throws(InspectionFault) -> [ISOBox] {
        let start = entry.body.lowerBound + distance
        return start < entry.body.upperBound ? try boxes.list(in: start..<entry.body.upperBound, limit: 32) : []
    }

    /// What is below encryption: `encv`, `enca` with `sinf` and `frma` (8.12).
    private func original(of kind: FourCC, _ parts: [ISOBox]) throws(InspectionFault) -> FourCC {
        guard kind == "encv" || kind == "enca", let scheme = parts.first(where: { $0.kind == "sinf" }),
            let format = try boxes.first("frma", in: scheme.body), let code = try boxes.number(in: format, at: 0)
        else { return kind }
        return FourCC(code)
    }

    /// The object type of an elementary stream descriptor (ISO/IEC 14496-1 7.2.6.5 and 7.2.6.6).
    private func objectType(_ parts: [ISOBox]) throws(InspectionFault) -> UInt64? {
        guard let box = parts.first(where: { $0.kind == "esds" }) else { return nil }
        var place: Int64 = 4
        guard try tag(0x03, in: box, at: &place), let flags = try boxes.number(in: box, at: place + 2, count: 1) else {
            return nil
        }
        place += 3 + (flags & 0x80 == 0 ? 0 : 2) + (flags & 0x20 == 0 ? 0 : 2)
        if flags & 0x40 != 0 { place += 1 + Int64(try boxes.number(in: box, at: place, count: 1) ?? 0) }
        guard try tag(0x04, in: box, at: &place) else { return nil }
        return try boxes.number(in: box, at: place, count: 1)
    }

    /// Goes behind the tag and the length of a descriptor, where it is that one.
    private func tag(_ tag: UInt64, in box: ISOBox, at place: inout Int64) throws(InspectionFault) -> Bool {
        guard try boxes.number(in: box, at: place, count: 1) == tag else { return false }
        place += 1
        for _ in 0..<4 {
            guard let byte = try boxes.number(in: box, at: place, count: 1) else { return false }
            place += 1
            if byte & 0x80 == 0 { break }
        }
        return true
    }

    /// `enda` of QuickTime, `pcmC` of ISO/IEC 23003-5.
    private func isLittleEndian(_ parts: [ISOBox]) throws(InspectionFault) -> Bool {
        for part in parts {
            if part.kind == "enda" { return try boxes.number(in: part, at: 0, count: 2) == 1 }
            if part.kind == "pcmC" { return (try boxes.number(in: part, at: 4, count: 1) ?? 0) & 1 == 1 }
        }
        return false
    }
}

/// How many bytes make how many samples of sound, for all channels, where a table counts samples of one byte each: so
/// QuickTime describes sound whose packets have a fixed size.
struct SoundPacking {
    var bytes: UInt64 = 0
    var samples: UInt64 = 1

    /// The bytes of that many samples; 0 where it is not known.
    func bytes(of count: UInt64) -> UInt64 {
        guard samples > 0 else { return 0 }
        let (product, overflows) = count.multipliedReportingOverflow(by: bytes)
        return overflows ? 0 : product / samples
    }
}
