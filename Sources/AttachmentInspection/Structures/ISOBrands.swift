/// The brands of an `ftyp` box (ISO/IEC 14496-12 4.3; registered at mp4ra.org).
struct ISOBrands {
    /// What the brands say before any track is looked at.
    enum Family: Hashable {
        /// A picture: the MIME type.
        case picture(String)
        case quickTime
        case m4v
        case threeGPP
        case threeGPP2
        /// MPEG-4 by a brand that is for sound alone.
        case sound
        /// MPEG-4, or a brand not known.
        case mpeg4
    }

    let major: FourCC
    let compatible: Set<FourCC>

    /// Reads a well-formed box: 16 to 4,096 bytes, whole codes, a printable major brand.
    init?(_ box: ISOBox, in bytes: ByteReader) throws(InspectionFault) {
        guard let size = box.claimedBytes, 16...4096 ~= size, size % 4 == 0,
            let major = try bytes.bigEndian(at: box.body.lowerBound)
        else { return nil }
        self.major = FourCC(major)
        guard self.major.isPrintable else { return nil }
        var compatible: Set<FourCC> = []
        for offset in stride(from: box.body.lowerBound + 8, to: box.body.upperBound, by: 4) {
            guard let brand = try bytes.bigEndian(at: offset) else { break }
            compatible.insert(FourCC(brand))
        }
        self.compatible = compatible
    }

    var family: Family {
        if let picture { return .picture(picture) }
        switch major {
        case "qt  ": return .quickTime
        case "M4V ", "M4VH", "M4VP": return .m4v
        case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": return .sound
        case "kddi", "KDDI": return .threeGPP2
        default: break
        }
        switch major.stem {
        case "3g2": return .threeGPP2
        case "3gp", "3ge", "3gg", "3gh", "3gm",
            "3gr", "3gs":
            return .threeGPP
        default: return .mpeg4
        }
    }

    /// The picture type of a file whose major brand leaves the choice to the compatible ones (ISO/IEC 23008-12 10.2),
    /// or that has no tracks.
    var compatiblePicture: String? {
        if !compatible.isDisjoint(with: Self.avif) { return "image/avif" }
        if !compatible.isDisjoint(with: Self.heic) { return "image/heic" }
        return compatible.isDisjoint(with: Self.heif) ? nil : "image/heif"
    }

    private var picture: String? {
        if Self.avif.contains(major) { return "image/avif" }
        if Self.heic.contains(major) { return "image/heic" }
        return Self.heif.contains(major) ? compatiblePicture ?? "image/heif" : nil
    }

    private static let avif: Set<FourCC> = ["avif", "avis"]
    private static let heic: Set<FourCC> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm",
        "hevs",
    ]
    private static let heif: Set<FourCC> = ["mif1", "mif2", "msf1", "miaf"]
}
