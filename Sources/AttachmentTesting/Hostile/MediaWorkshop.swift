/// Makes files of every kind, padded to a size within what the format allows, different for each seed.
///
/// Pictures and documents are written here; films and sounds are whole files of the fixtures with a box or a tag of
/// filler. A size too small for the kind gives its smallest file.
struct MediaWorkshop: Sendable {
    private let film: OriginBody
    private let sound: OriginBody
    private let movie: OriginBody
    private let photo: OriginBody
    private let song: OriginBody
    private let webp: OriginBody

    /// Reads the files that are not made by hand.
    init(fixtures: String) throws(SystemFault) {
        func file(_ name: String) throws(SystemFault) -> OriginBody {
            OriginBody(shared: try SharedBytes(contentsOf: "\(fixtures)/\(name)"))
        }
        film = try file("corpus/video/mp4-av1.mp4")
        sound = try file("media/chime.m4a")
        movie = try file("corpus/video/mov-prores.mov")
        photo = try file("corpus/image/heic-tiny.heic")
        song = try file("corpus/audio/mp3-mpeg25-raw-noxing.mp3")
        webp = try file("corpus/image/webp-lossless.webp")
    }

    /// The file of a kind, of exactly `size` bytes where that is enough; an unknown kind is `png`.
    func make(_ kind: String, size: Int, seed: String) -> HostileMedia {
        let kind = HostileMedia.kinds.contains(kind) ? kind : "png"
        let body = picture(kind, size, seed) ?? recording(kind, size, seed) ?? document(kind, size, seed)
        let tag = String(Noise("\(kind)/\(size)/\(seed)").number, radix: 16)
        return HostileMedia(body: body, type: HostileMedia.type(of: kind), tag: "\"\(tag)\"")
    }

    private func picture(_ kind: String, _ size: Int, _ seed: String) -> OriginBody? {
        switch kind {
        case "png": Picture.png(size, seed)
        case "jpeg", "jpg": Picture.jpeg(size, seed)
        case "gif": Picture.gif(size, seed)
        case "svg": Picture.svg(size, seed)
        case "webp": Filled.riff(webp, to: size, seed)
        case "heic": Filled.boxes(photo, to: size, seed)
        default: nil
        }
    }

    private func recording(_ kind: String, _ size: Int, _ seed: String) -> OriginBody? {
        switch kind {
        case "mp4": Filled.boxes(film, to: size, seed)
        case "m4a": Filled.boxes(sound, to: size, seed)
        case "mov": Filled.boxes(movie, to: size, seed)
        case "mp3": Filled.tagged(song, to: size, seed)
        case "wav": Filled.wave(size, seed)
        default: nil
        }
    }

    private func document(_ kind: String, _ size: Int, _ seed: String) -> OriginBody {
        switch kind {
        case "html": Document.html(size, seed)
        case "text": Noise.text(seed, count: size)
        case "zip": Document.zip(size, seed)
        case "pdf": Document.headed("%PDF-1.4\n%", size, seed)
        case "exe": Document.headed([0x4D, 0x5A, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xFF, 0xFF, 0, 0], size, seed)
        case "elf": Document.elf(size, seed)
        case "zero": size == 0 ? .empty : .repeating(Document.zeros, count: size)
        default: Noise.body(seed, count: size)
        }
    }
}
