@testable import AttachmentFetch
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StallWatchTests {
    private static let floor = StallFloor(bytesPerSecond: 100, seconds: 8)
    private let start = ContinuousClock.now

    private func watch() throws -> StallWatch {
        try #require(StallWatch(Self.floor, from: start))
    }

    /// Looks whenever the watch wants to be looked at, with so many bytes before each look, and tells when it was too slow.
    private func seconds(_ watch: inout StallWatch, bytes: (Int) -> Int) -> Int? {
        for look in 1...100 {
            watch.note(bytes(look))
            let now = watch.next
            if watch.isTooSlow(at: now) { return Int(start.duration(to: now).components.seconds) }
        }
        return nil
    }

    @Test func `given silence, when the window is over, then it is too slow, and not before`() throws {
        var watch = try watch()
        #expect(seconds(&watch) { _ in 0 } == 8)
    }

    @Test(arguments: [(100, nil), (99, 8)] as [(Int, Int?)])
    func `given a steady flow, when it is below the floor, then it is too slow`(bytes: Int, end: Int?) throws {
        var watch = try watch()
        #expect(seconds(&watch) { _ in bytes } == end)
    }

    @Test func `given much at once and then nothing, when the window has passed it, then it is too slow`() throws {
        var watch = try watch()
        #expect(seconds(&watch) { $0 == 3 ? 1_000_000 : 0 } == 11)
    }

    @Test func `given a look that comes far too late, when it is made, then the window begins anew`() throws {
        var watch = try watch()
        for _ in 1...7 { _ = watch.isTooSlow(at: watch.next) }
        // The process was stopped for an hour: nobody was reading.
        let isTooSlow = watch.isTooSlow(at: watch.next.advanced(by: .seconds(3600)))
        #expect(!isTooSlow)
        #expect(seconds(&watch) { _ in 0 } == 7 + 1 + 3600 + 8)
    }

    @Test func `given a floor of nothing, when it is watched, then there is no watch`() {
        #expect(StallWatch(StallFloor(bytesPerSecond: 0, seconds: 8), from: start) == nil)
    }
}
