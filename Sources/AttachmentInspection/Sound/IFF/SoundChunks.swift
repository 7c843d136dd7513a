/// The chunks of a WAV or AIFF file that matter, and how far the file is all there by its chunks.
struct SoundChunks {
    typealias Chunk = RIFFChunks.Chunk

    /// The first chunk of each wanted kind; the payload's size is what it truly has.
    private(set) var found: [Chunk] = []
    private(set) var extent = Measurement.Extent.unknown

    private let form: RIFFChunks
    private let payload: FourCC
    private let sizes: Sizes

    /// What the form claims where the 32 bits of a chunk cannot: RF64.
    struct Sizes {
        /// Where the form ends by its own word; nil where it leaves that open.
        var formEnd: Int64?
        /// Of the payload.
        var payload: UInt64?
    }

    /// Walks the chunks behind the form's twelve bytes; `payload` holds the samples, `wanted` are the other kinds.
    init(
        of form: RIFFChunks, payload: FourCC, wanted: [FourCC], sizes: Sizes = Sizes()
    ) throws(InspectionFault) {
        self.form = form
        self.payload = payload
        self.sizes = sizes
        extent = try walk(wanted)
    }

    func first(_ code: FourCC) -> Chunk? {
        found.first { $0.code == code }
    }

    private var bytes: ByteReader { form.bytes }
    private var hasPayload: Bool { first(payload) != nil }

    private mutating func walk(_ wanted: [FourCC]) throws(InspectionFault) -> Measurement.Extent {
        var offset: Int64 = 12
        while offset < bytes.end {
            guard bytes.takes() else { return .unknown }
            guard let claimed = try form.chunk(at: offset) else { return stops(at: offset, "the head of a chunk") }
            guard claimed.code.isPrintable else { return ends(at: offset) }
            let chunk = claimed.code == payload ? measured(claimed) : claimed
            guard chunk.end <= bytes.end || !hasPayload else { return stops(at: offset, "the chunk \(chunk.code)") }
            if chunk.code == payload || wanted.contains(chunk.code), first(chunk.code) == nil { found.append(chunk) }
            guard chunk.end <= bytes.end else { return stops(at: offset, "the chunk \(chunk.code)") }
            offset = try next(after: chunk)
        }
        return ends(at: min(offset, bytes.end))
    }

    /// What follows is no chunk: foreign behind the payload, damage before it.
    private func ends(at offset: Int64) -> Measurement.Extent {
        if hasPayload { return .whole(end: offset) }
        return offset < bytes.end
            ? .damaged(at: offset, "has no chunk where one must begin")
            : .damaged(at: offset, "ends without the chunk \(payload)")
    }

    /// The file ends within something that begins there. Behind the payload that is a cut only where the form claims
    /// it: tags of other formats and foreign bytes look like chunks, too.
    private func stops(at offset: Int64, _ what: String) -> Measurement.Extent {
        let isForeign = hasPayload && offset >= sizes.formEnd ?? offset && !isCut(payload)
        return isForeign ? .whole(end: offset) : .damaged(at: bytes.end, "ends inside \(what)")
    }

    private func isCut(_ code: FourCC) -> Bool {
        first(code).map { $0.end > bytes.end } ?? false
    }

    /// The payload with the size that it has: writers to a pipe leave 0, FFFFFFFF or something next to 2 GiB, and mean
    /// "to the end".
    private func measured(_ chunk: Chunk) -> Chunk {
        let room = bytes.end - chunk.body
        var claimed = chunk.claimedBytes
        var isOpen = claimed == 0 || claimed > room && Self.isOpen(claimed)
        if claimed == 0xFFFF_FFFF, let long = sizes.payload {
            claimed = Int64(min(long, 1 << 62))
            isOpen = long == 0 || long == .max
        }
        return Chunk(code: chunk.code, start: chunk.start, body: chunk.body, claimedBytes: isOpen ? room : claimed)
    }

    /// Whether a size of 32 bits stands for one that was not known.
    static func isOpen(_ size: Int64) -> Bool {
        size == 0 || 0x7F00_0000...0x8000_0000 ~= size || size >= 0xFFFF_0000
    }

    /// Where the next chunk begins: some writers leave out the byte of padding.
    private func next(after chunk: Chunk) throws(InspectionFault) -> Int64 {
        guard chunk.next > chunk.end, let padding = try bytes.byte(at: chunk.end), padding != 0 else {
            return chunk.next
        }
        let isChunk = try form.chunk(at: chunk.end)?.code.isPrintable ?? false
        let isPadded = try form.chunk(at: chunk.next)?.code.isPrintable ?? false
        return isChunk && !isPadded ? chunk.end : chunk.next
    }
}

/// The names of uncompressed codings.
enum PCM {
    /// FFmpeg's name for whole numbers of so many bits; they are stored in whole bytes.
    static func integers(bits: UInt64, isBigEndian: Bool) -> String? {
        switch (bits + 7) / 8 {
        case 1: "pcm_s8"
        case 2: isBigEndian ? "pcm_s16be" : "pcm_s16le"
        case 3: isBigEndian ? "pcm_s24be" : "pcm_s24le"
        case 4: isBigEndian ? "pcm_s32be" : "pcm_s32le"
        case 8: isBigEndian ? "pcm_s64be" : "pcm_s64le"
        default: nil
        }
    }

    /// FFmpeg's name for floating-point numbers of so many bits.
    static func floats(bits: UInt64, isBigEndian: Bool) -> String? {
        switch bits {
        case 32: isBigEndian ? "pcm_f32be" : "pcm_f32le"
        case 64: isBigEndian ? "pcm_f64be" : "pcm_f64le"
        default: nil
        }
    }
}
