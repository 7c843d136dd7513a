import AttachmentCrypto
import AttachmentDomain
import Synchronization
import Testing

@Suite("SHA-256", .timeLimit(.minutes(1)))
struct SHA256Tests {
    /// FIPS 180-4 examples as published by NIST ("SHA256.pdf", "SHA2_Additional.pdf").
    static let vectors: [Vector] = [
        Vector("", times: 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector("abc", times: 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Vector(
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", times: 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Vector("a", times: 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        Vector("\0", times: 55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
        Vector("\0", times: 56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
        Vector("\0", times: 64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
        Vector("\0", times: 1000, "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"),
    ]

    @Test("given a published message, when hashed at once, then the published digest", arguments: vectors)
    func published(vector: Vector) {
        #expect(SHA256.digest(of: vector.bytes).hex == vector.hex)
    }

    @Test("given a published message, when it arrives in pieces of any size, then the same digest", arguments: vectors)
    func pieces(vector: Vector) {
        let message = vector.bytes
        for size in [1, 7, 63, 64, 65, 4096] where message.count / size < 20_000 {
            var hash = SHA256()
            message.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: size) {
                    hash.update(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
                }
            }
            #expect(hash.finalize().hex == vector.hex)
        }
    }

    @Test("given empty pieces between others, when hashed, then they change nothing")
    func emptyPieces() {
        var hash = SHA256()
        hash.update(UnsafeRawBufferPointer(start: nil, count: 0))
        Array("abc".utf8).withUnsafeBytes { hash.update($0) }
        hash.update(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(hash.finalize() == SHA256.digest(of: Array("abc".utf8)))
    }

    @Test("given a hash under way, when another thread finishes it, then the digest is right")
    func handedOver() async {
        var hash = SHA256()
        Array("ab".utf8).withUnsafeBytes { hash.update($0) }
        let carrier = Carrier(hash)
        let digest = await Task.detached { carrier.finish(with: Array("c".utf8)) }.value
        #expect(digest == SHA256.digest(of: Array("abc".utf8)))
    }
}

/// A published message, which is a text some times over, and its digest.
struct Vector: CustomTestStringConvertible {
    let text: String
    let times: Int
    let hex: String

    init(_ text: String, times: Int, _ hex: String) {
        self.text = text
        self.times = times
        self.hex = hex
    }

    var bytes: [UInt8] { Array(String(repeating: text, count: times).utf8) }
    var testDescription: String { "\(times) times \(text.debugDescription)" }
}

/// Carries a hash into a task, which cannot capture a value that is not copyable.
private final class Carrier: Sendable {
    private let state: Mutex<SHA256?>

    init(_ hash: consuming SHA256) {
        state = Mutex(consume hash)
    }

    func finish(with bytes: [UInt8]) -> Digest? {
        state.withLock { hash in
            bytes.withUnsafeBytes { hash?.update($0) }
            return hash.take()?.finalize()
        }
    }
}
