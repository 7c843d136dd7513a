/// Bytes that look random and depend on a seed alone.
struct Noise {
    private var state: UInt64

    init(_ seed: String) {
        // FNV-1a, so that near seeds are far apart.
        state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// A number of its own for each seed, not negative.
    var number: Int { Int(truncatingIfNeeded: state >> 1) }

    /// The next bytes, by Knuth's multiplier.
    mutating func next(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[filled] = UInt8(truncatingIfNeeded: state >> 56)
                filled += 1
            }
        }
    }

    /// `count` bytes, the same ones again after 65,536.
    static func body(_ seed: String, count: Int) -> OriginBody {
        guard count > 0 else { return .empty }
        var noise = Noise(seed)
        return .repeating(SharedBytes(noise.next(min(count, 65_536))), count: count)
    }

    /// `count` letters and digits.
    static func text(_ seed: String, count: Int) -> OriginBody {
        guard count > 0 else { return .empty }
        var noise = Noise(seed)
        let letters = noise.next(min(count, 65_536)).map { UInt8(ascii: "a") + $0 % 26 }
        return .repeating(SharedBytes(letters), count: count)
    }
}
