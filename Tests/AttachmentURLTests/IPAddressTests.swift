import AttachmentURL
import Testing

@Suite("addresses", .timeLimit(.minutes(1)))
struct IPAddressTests {
    @Test(arguments: [
        ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:0:4:5:0:0:8", "1::4:5:0:0:8"),
        ("1:2:3:0:5:6:7:8", "1:2:3:0:5:6:7:8"),
        ("1::3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("ABCD::00EF", "abcd::ef"), ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
        ("2001:db8:0:0:1::", "2001:db8:0:0:1::"),
    ])
    func `given a literal, when it is read and written, then it is canonical`(given: String, expected: String) throws {
        let address = try #require(IPAddress(given))
        #expect(address.description == expected)
        #expect(IPAddress(bytes: address.bytes) == address)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.4 ", "+1.2.3.4", "0x1.2.3.4", ":", ":::",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1::2::3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "12345::", "g::", "::1%eth0", "[::1]",
        "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7::8:9", ":::1",
    ])
    func `given what is no literal, when it is read, then it is refused`(given: String) {
        #expect(IPAddress(given) == nil)
    }

    /// Both edges of every range, and the neighbours that are public.
    @Test(
        arguments: [
            ("0.0.0.0", "this network"), ("0.255.255.255", "this network"), ("1.0.0.0", nil),
            ("10.0.0.0", "private"), ("10.255.255.255", "private"), ("9.255.255.255", nil), ("11.0.0.0", nil),
            ("100.64.0.0", "shared address space of carriers"), ("100.127.255.255", "shared address space of carriers"),
            ("100.63.255.255", nil), ("100.128.0.0", nil), ("127.0.0.0", "loopback"), ("127.255.255.255", "loopback"),
            ("128.0.0.0", nil), ("169.254.0.0", "link-local"), ("169.254.255.255", "link-local"), ("169.255.0.0", nil),
            ("172.16.0.0", "private"), ("172.31.255.255", "private"), ("172.15.255.255", nil), ("172.32.0.0", nil),
            ("192.0.0.0", "IETF protocol assignments"), ("192.0.0.255", "IETF protocol assignments"),
            ("192.0.1.0", nil),
            ("192.0.2.0", "documentation"), ("192.0.2.255", "documentation"), ("192.0.3.0", nil),
            ("192.88.99.0", "deprecated 6to4 relays"), ("192.88.98.255", nil), ("192.88.100.0", nil),
            ("192.168.0.0", "private"), ("192.168.255.255", "private"), ("192.169.0.0", nil),
            ("198.18.0.0", "benchmarking"), ("198.19.255.255", "benchmarking"), ("198.17.255.255", nil),
            ("198.20.0.0", nil),
            ("198.51.100.255", "documentation"), ("203.0.113.0", "documentation"), ("203.0.114.0", nil),
            ("223.255.255.255", nil), ("224.0.0.0", "multicast"), ("239.255.255.255", "multicast"),
            ("240.0.0.0", "reserved"), ("255.255.255.254", "reserved"), ("255.255.255.255", "broadcast"),
            ("::", "unspecified"), ("::1", "loopback"), ("::2", "deprecated IPv4-compatible"),
            ("::fffe:ffff:ffff", "not global unicast"), ("::ffff:8.8.8.8", nil), ("::ffff:127.0.0.1", "loopback"),
            ("::ffff:0:8.8.8.8", "IPv4-translated"), ("64:ff9b::8.8.8.8", nil), ("64:ff9b::10.0.0.1", "private"),
            ("64:ff9b:0:0:0:1::", "not global unicast"), ("64:ff9b:1:ffff::", "local translation"),
            ("100::ffff", "discard-only"), ("1fff:ffff::", "not global unicast"), ("2000::", nil),
            ("2001::", "Teredo"), ("2001:0:ffff::", "Teredo"), ("2001:1::", "IETF protocol assignments"),
            ("2001:2::", "benchmarking"), ("2001:1ff:ffff::", "IETF protocol assignments"), ("2001:200::", nil),
            ("2001:db8:ffff::", "documentation"), ("2001:db7:ffff::", nil), ("2001:db9::", nil),
            ("2002:ffff::", "deprecated 6to4"), ("2003::", nil), ("3ffe:ffff::", nil), ("3fff:fff::", "documentation"),
            ("3fff:1000::", nil), ("4000::", "not global unicast"), ("5f00::", "segment routing"),
            ("bfff::", "not global unicast"), ("fbff::", "not global unicast"), ("fc00::", "unique local"),
            ("fdff::", "unique local"), ("fe00::", "not global unicast"), ("fe80:0:0:1::1", "link-local"),
            ("febf::1", "link-local"), ("fec0::", "deprecated site-local"), ("ff00::", "multicast"),
            ("ffff::", "multicast"),
        ] as [(String, String?)])
    func `given an address at an edge, when it is judged, then the reason is the range's`(
        given: String, reason: String?
    ) throws {
        let address = try #require(IPAddress(given))
        #expect(address.specialPurpose?.name == reason)
        #expect(address.isPublic == (reason == nil))
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/", "10.0.0.0/+8", "10.0.0/8", "::/129", "a/8", "", "1.2.3.4/8/8",
    ])
    func `given a range that does not mean what it says, when it is read, then it is refused`(given: String) {
        #expect(AddressRange(given) == nil)
    }

    @Test(arguments: [
        ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false), ("::/0", "ffff::", true),
        ("1.2.3.4", "1.2.3.4", true), ("1.2.3.4/32", "1.2.3.5", false), ("2600::/16", "2600:ffff::1", true),
    ])
    func `given a range, when an address is looked for, then the bits decide`(
        range: String, address: String, expected: Bool
    ) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == expected)
    }
}
