import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct InvalidationTests {
    // Case 101.
    @Test(
        arguments: [
            ("PUT", 204, true), ("POST", 200, true), ("DELETE", 200, true), ("PATCH", 303, true), ("PURGE", 200, true),
            ("PUT", 404, false), ("POST", 503, false), ("GET", 200, false), ("HEAD", 200, false),
            ("OPTIONS", 200, false), ("get", 200, true),
        ])
    func `given a method that may change something, when its answer is no error, then what is stored is forgotten`(
        method: String, status: Int, isForgotten: Bool
    ) {
        #expect(Invalidation.follows(method: method, status: status) == isForgotten)
    }
}
