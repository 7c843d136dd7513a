/// Media made on the spot: `/unique/N.jpg?size=BYTES`, different for each N, and `/big.mp4?size=BYTES`.
public final class GeneratedMedia: Sendable {
    private let pictures = Monitor<[Int: GeneratedJPEG]>([:])
    private let films = Monitor<[Int: OriginBody]>([:])
    /// Sizes outside are answered with 404: one asks for memory in vain, the other has no room for a file.
    private static let sizes = 1024...2_000_000_000

    public init() {}

    /// The answer, or nil where the path is none of ours. Without `size` it is 40,000, for a film 50,000,000 bytes.
    public func response(to request: OriginRequest) -> ScriptedResponse? {
        if request.path == "/big.mp4" {
            return film(size: Self.size(request, else: 50_000_000))
        }
        guard request.path.hasPrefix("/unique/"), request.path.hasSuffix(".jpg"),
            let number = Int(request.path.dropFirst(8).dropLast(4)), number >= 0
        else { return nil }
        return picture(number, size: Self.size(request, else: 40_000))
    }

    private func picture(_ number: Int, size: Int?) -> ScriptedResponse {
        guard let size else { return .status(404) }
        let template = pictures.withLock { pictures in
            if let known = pictures[size] { return known }
            let made = GeneratedJPEG(size: size)
            pictures[size] = made
            return made
        }
        return described(template.body(number: number), type: "image/jpeg", tag: "\(number)-\(size)")
    }

    private func film(size: Int?) -> ScriptedResponse {
        guard let size else { return .status(404) }
        let body = films.withLock { films in
            if let known = films[size] { return known }
            let made = GeneratedMP4.body(size: size)
            films[size] = made
            return made
        }
        return described(body, type: "video/mp4", tag: "film-\(size)")
    }

    private func described(_ body: OriginBody, type: String, tag: String) -> ScriptedResponse {
        ScriptedResponse(
            headers: [
                OriginHeader("Content-Type", type), OriginHeader("ETag", "\"\(tag)\""),
                OriginHeader("Cache-Control", "max-age=3600"),
            ], body: body)
    }

    private static func size(_ request: OriginRequest, else usual: Int) -> Int? {
        guard let text = request.parameter("size") else { return usual }
        return Int(text).flatMap { sizes.contains($0) ? $0 : nil }
    }
}
