import AttachmentDomain

extension MediaType: PolicySection {
    static var blank: MediaType { MediaType(mime: "", uti: "", fileExtension: "", kind: .unknown) }
    static var required: [String] { ["mime", "uti", "extension", "kind"] }

    static var keys: [PolicyKey<MediaType>] {
        [
            PolicyKey("mime", \.mime, .text(.mime)),
            PolicyKey("aliases", \.aliases, .list(.text(.mime))),
            PolicyKey("uti", \.uti, .text(.typeIdentifier)),
            PolicyKey("extension", \.fileExtension, .text(.fileExtension)),
            PolicyKey("kind", \.kind, .choice([.image, .video, .audio])),
        ]
    }
}

extension Profile: PolicySection {
    static var blank: Profile { Profile() }

    static var keys: [PolicyKey<Profile>] {
        [
            PolicyKey("documented", \.documented, .list(.text(.mime))),
            PolicyKey("reported", \.reported, .list(.text(.mime))),
            PolicyKey("requireHTTPS", \.requireHTTPS, .flag),
            PolicyKey("loadSeconds", \.loadSeconds, .optional(.number(0.01...86_400))),
            PolicyKey("limits", \.limits, .section),
            PolicyKey("reportedLimits", \.reportedLimits, .section),
        ]
    }
}

extension MediaLimits: PolicySection {
    static var blank: MediaLimits { MediaLimits() }

    static var keys: [PolicyKey<MediaLimits>] {
        [
            PolicyKey("image", \.image, .optional(.section)),
            PolicyKey("audio", \.audio, .optional(.section)),
            PolicyKey("video", \.video, .optional(.section)),
        ]
    }
}

extension MediaLimit: PolicySection {
    static var blank: MediaLimit { MediaLimit() }

    static var keys: [PolicyKey<MediaLimit>] {
        [
            PolicyKey("maxBytes", \.maxBytes, .optional(.whole(0...9_007_199_254_740_991))),
            PolicyKey("maxSeconds", \.maxSeconds, .optional(.number(0...1_000_000))),
            PolicyKey("maxPixels", \.maxPixels, .optional(.whole(0...9_007_199_254_740_991))),
        ]
    }
}
