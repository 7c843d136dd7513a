import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PreconditionTests {
    @Test(
        arguments: [
            (["If-None-Match": "\"a\""], true), (["If-None-Match": "W/\"a\""], true),
            (["If-None-Match": "\"x\", \"a\""], true), (["If-None-Match": "\"x\"", "if-none-match": "\"a\""], true),
            (["If-None-Match": " * "], true), (["If-None-Match": "\"b\""], false), (["If-None-Match": "a"], false),
            (["If-None-Match": "\"x, \"a\""], false), (["If-None-Match": ""], false),
            (["If-Modified-Since": date(-60)], true), (["If-Modified-Since": date(0)], true),
            (["If-Modified-Since": date(-61)], false), (["If-Modified-Since": "yesterday"], false),
            (["If-None-Match": "\"b\"", "If-Modified-Since": date(0)], false),
        ] as [(Fields, Bool)])
    func `given conditions of a client, when its answer is stored, then it is told whether it has it already`(
        request: Fields, isNotModified: Bool
    ) throws {
        let response = CachedResponse.arrived(200, ["ETag": "\"a\"", "Last-Modified": date(-60)])
        let precondition = try #require(Precondition(request.headers))
        let isHeld = precondition.isNotModified(response.headers, receivedAt: response.receivedAt)
        #expect(isHeld == isNotModified)
    }

    @Test func `given no conditions, when they are looked for, then there are none`() {
        #expect(Precondition((["Range": "bytes=0-1", "If-Range": "\"a\""] as Fields).headers) == nil)
    }
}
