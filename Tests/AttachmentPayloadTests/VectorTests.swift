import AttachmentJSON
import AttachmentPayload
import Testing

@Suite("The vectors of the dialects", .timeLimit(.minutes(1)))
struct VectorTests {
    @Test("given the 40 vectors, when they are read, then exactly what is expected is found")
    func readsVectors() throws {
        let vectors = try Fixture.vectors()
        #expect(vectors.count == 40)
        for (name, expected) in vectors {
            let found = try JSONDocument(try printed(try JSONDocument(try Fixture.bytes(name)).root)).root
            for member in ["provider", "shape", "media", "rejected", "fields"] {
                let want = CanonicalJSON.text(of: try #require(expected[member]))
                let got = CanonicalJSON.text(of: try #require(found[member]))
                #expect(got.utf8.elementsEqual(want.utf8), "\(name) \(member): \(got) instead of \(want)")
            }
        }
    }

    @Test("given a vector, when it prints, then members stand in their order")
    func printsInOrder() throws {
        let source = try JSONDocument(try Fixture.bytes("04-generic-imageUrl-unicode-and-space.json")).root
        let text = String(decoding: try printed(source), as: UTF8.self)
        #expect(
            text == #"""
                {"provider":"generic","shape":"apns-device","media":[{"url":" https://bücher.example.com/bilder/frühstück 01.png?größe=1 024 ","requestUrl":"https://xn--bcher-kva.example.com/bilder/fr%C3%BChst%C3%BCck%2001.png?gr%C3%B6%C3%9Fe=1%20024","kind":"image","role":"attachment","jsonPointer":"/imageUrl"}],"rejected":[],"fields":{"title":"/aps/alert/title","body":"/aps/alert/body"}}
                """#)
    }
}
