import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MediaTests {
    @Test(arguments: [
        ("/a/photo.jpeg", "photo.png"), ("/a/photo", "photo.png"), ("/a/b/", "attachment.png"), ("", "attachment.png"),
        ("/fr%C3%BChst%C3%BCck%2001.jpg", "frühstück 01.png"), ("/a%2Fb%5Cc.gif", "a_b_c.png"),
        ("/%2e%2e", "attachment.png"), ("/.hidden", "hidden.png"), ("/-rf", "rf.png"), ("/a%00b", "a_b.png"),
        ("/v1.2.3/clip.final.mp4", "clip.final.png"), ("/report.2024", "report.png"),
        ("/a.verylongsuffix", "a.verylongsuffix.png"),
        ("/con:x*?", "con_x__.png"), ("/%zz%4", "%zz%4.png"),
    ])
    func `given a path, when a file is named, then the stem is safe and the extension that of the bytes`(
        path: String, name: String
    ) {
        #expect(FileName.make(fromPath: path, fileExtension: "png") == name)
    }

    @Test func `given a long name, when a file is named, then its stem has at most 64 bytes and whole characters`() {
        let name = FileName.make(fromPath: "/" + String(repeating: "%C3%BC", count: 100), fileExtension: "mp4")
        #expect(name == String(repeating: "ü", count: 32) + ".mp4")
    }

    @Test(arguments: [
        ("image/jpeg", "image/jpeg"), ("IMAGE/JPG; charset=x", "image/jpeg"), (" image/pjpeg ", "image/jpeg"),
        ("audio/x-m4a", "audio/mp4"), ("video/avi", "video/x-msvideo"), ("audio/x-wav", "audio/wav"),
    ])
    func `given any name of a type, when it is looked up, then its own name is found`(alias: String, mime: String) {
        #expect(MediaTypeTable(MediaType.defaults).type(named: alias)?.mime == mime)
    }

    @Test func `given the built-in profiles, when they name a type, then the table has it`() {
        let table = MediaTypeTable(MediaType.defaults)
        for name in Profile.defaults.names {
            for mime in Profile.defaults[name].map({ $0.documented + $0.reported }) ?? [] {
                #expect(table.type(named: mime)?.mime == mime)
            }
        }
    }

    @Test func `given the built-in types, when a name is listed, then it means one type alone`() {
        var seen: Set<String> = []
        for name in MediaType.defaults.flatMap({ [$0.mime] + $0.aliases }) {
            #expect(seen.insert(name).inserted, "\(name) stands twice")
        }
    }

    @Test func `given a digest in any spelling, when it is read, then it prints in one`() {
        let hex = String(repeating: "0123456789ABCDEF", count: 4)
        #expect(Digest(hex)?.description == "sha256:" + hex.lowercased())
        #expect(Digest("sha256:" + hex) == Digest(hex.lowercased()))
        #expect(Digest(bytes: [UInt8](repeating: 0xa0, count: 32))?.hex == String(repeating: "a0", count: 32))
        for wrong in ["", "sha256:", "sha1:" + hex, String(hex.dropLast()), hex + "0", String(hex.dropLast()) + "g"] {
            #expect(Digest(wrong) == nil)
        }
        #expect(Digest(bytes: [1, 2, 3]) == nil)
    }
}
