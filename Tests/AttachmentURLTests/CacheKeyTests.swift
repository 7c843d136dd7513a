import AttachmentURL
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CacheKeyTests {
    // Case 81.
    @Test(arguments: [
        "HTTPS://media.example/a/b.jpg?x=1&y=2", "https://MEDIA.Example/a/b.jpg?x=1&y=2",
        "https://media.example:443/a/b.jpg?x=1&y=2", "https://media.example/a/b.jpg?x=1&y=2#top",
        "https://media.example/%61/b.jp%67?%78=%31&y=2",
    ])
    func `given URLs that differ in form alone, when they are keys, then they are one`(text: String) throws {
        #expect(try RequestURL.parse(text).cacheKeyText == "https://media.example/a/b.jpg?x=1&y=2")
    }

    // Cases 37, 81.
    @Test(arguments: [
        "https://media.example/a/b.jpg?y=2&x=1", "https://media.example/a/B.jpg?x=1&y=2",
        "https://media.example/a/b.jpg/?x=1&y=2", "http://media.example/a/b.jpg?x=1&y=2",
        "https://media.example/a/b.jpg?x=1&y=3", "https://media.example/a/b.jpg",
        "https://media.example:8443/a/b.jpg?x=1&y=2", "https://media.example/a/b.jpg?x=1&y=2&",
    ])
    func `given URLs that may mean other things, when they are keys, then they are two`(text: String) throws {
        #expect(try RequestURL.parse(text).cacheKeyText != "https://media.example/a/b.jpg?x=1&y=2")
        #expect(try RequestURL.parse(text).cacheKeyText == RequestURL.parse(text).cacheKeyText)
    }
}
