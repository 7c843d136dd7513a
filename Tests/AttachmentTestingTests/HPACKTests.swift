import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct HPACKTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        var rest = hexadecimal[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    @Test func `given the requests of RFC 7541 C_4, when decoded in a row, then their fields come`() {
        var decoder = HPACKDecoder()
        let first = decoder.decode(bytes("828684418cf1e3c2e5f23a6ba0ab90f4ff"))
        #expect(
            first == [
                OriginHeader(":method", "GET"), OriginHeader(":scheme", "http"), OriginHeader(":path", "/"),
                OriginHeader(":authority", "www.example.com"),
            ])
        let second = decoder.decode(bytes("828684be5886a8eb10649cbf"))
        #expect(second?.last == OriginHeader("cache-control", "no-cache"))
        let third = decoder.decode(bytes("828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
        #expect(
            third?.suffix(2) == [
                OriginHeader(":authority", "www.example.com"), OriginHeader("custom-key", "custom-value"),
            ])
    }

    @Test func `given a table of 256 bytes, when fields pass it, then the oldest are forgotten`() {
        var decoder = HPACKDecoder()
        // RFC 7541 C.6, where the table holds 256 bytes: the size, then a response and one that changes its status alone.
        let first = bytes(
            "3fe101488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3"
        )
        #expect(decoder.decode(first)?.last == OriginHeader("location", "https://www.example.com"))
        let second = decoder.decode(bytes("4883640effc1c0bf"))
        #expect(second?.first == OriginHeader(":status", "307"))
        #expect(second?.last == OriginHeader("location", "https://www.example.com"))
        // The status of the first response was the oldest.
        #expect(decoder.decode(bytes("c2")) == nil)
    }

    @Test func `given fields, when encoded and decoded, then they are the same`() {
        let fields = [
            OriginHeader(":status", "200"), OriginHeader("x-long", String(repeating: "a", count: 20_000)),
            OriginHeader("x-empty", ""),
        ]
        var decoder = HPACKDecoder()
        #expect(decoder.decode(HPACKEncoder.encode(fields)) == fields)
    }

    @Test(arguments: ["80", "ff", "7f8080808080", "40", "0085", "ffffffffff00"])
    func `given no header block, when decoded, then there are no fields`(hexadecimal: String) {
        var decoder = HPACKDecoder()
        #expect(decoder.decode(bytes(hexadecimal)) == nil)
    }
}
