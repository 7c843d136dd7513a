import AttachmentDomain
import FuzzPromises

@testable import AttachmentFetch

/// How a body is coded, and how it comes.
struct CodingSetting {
    let codings: [ContentCoding]
    let limit: Int64
    /// How many bytes each portion has, over and over.
    let portions: [Int]

    init(_ choices: inout Choices) {
        var codings: [ContentCoding] = []
        for _ in 0...choices.number(below: 3) { codings.append(choices.byte() % 2 == 0 ? .gzip : .deflate) }
        self.codings = codings
        limit = [100, 70_000, 1 << 20][choices.number(below: 3)]
        portions = (0..<3).map { _ in 1 + choices.number(below: 200) }
    }
}

/// Whatever the portions in which a body comes, it is decoded alike.
func checkPortions(_ body: [UInt8], _ setting: CodingSetting) {
    let whole = Decoding(of: body, setting, portions: [max(1, body.count)])
    for portions in [[1], setting.portions] {
        let pieces = Decoding(of: body, setting, portions: portions)
        require(pieces.fault == nil || whole.fault != nil, "what breaks in pieces breaks as a whole: \(pieces)")
        require(whole.fault == nil || pieces.fault != nil, "what breaks as a whole breaks in pieces: \(whole)")
        guard whole.fault == nil else {
            // Where several stages are at work, the one that refuses first may be another.
            let isOne = setting.codings.count == 1
            require(!isOne || whole.fault == pieces.fault, "it breaks alike: \(whole) and \(pieces)")
            continue
        }
        require(whole.bytes == pieces.bytes, "it is decoded to the same bytes")
        require(whole.isComplete == pieces.isComplete, "it is as complete")
    }
}

/// What was packed comes out again, and is complete only with its last byte.
func checkPacked(_ choices: inout Choices, _ setting: CodingSetting) {
    let damage = (kind: choices.number(below: 4), place: choices.anyNumber(), byte: choices.byte())
    let plain = Array(choices.rest)
    var body = plain
    for coding in setting.codings { body = packed(body, coding, level: Int32(damage.place & 7)) }
    let place = Int(damage.place.magnitude % UInt64(body.count))
    switch damage.kind {
    case 0: checkWhole(body, plain, setting)
    case 1: checkCut(Array(body.prefix(place)), plain, setting)
    case 2: body[place] ^= damage.byte
    default: body += Array(body.dropFirst(place))
    }
    checkPortions(body, setting)
}

private func checkWhole(_ body: [UInt8], _ plain: [UInt8], _ setting: CodingSetting) {
    let result = Decoding(of: body, setting, portions: setting.portions)
    // A stage in the middle may need more than the limit where the result does not.
    guard Int64(max(plain.count, body.count) + 64 * setting.codings.count) <= setting.limit else { return }
    require(result.fault == nil, "what was packed is not broken: \(result)")
    require(result.bytes == plain && result.isComplete, "what was packed comes out again")
}

private func checkCut(_ body: [UInt8], _ plain: [UInt8], _ setting: CodingSetting) {
    let result = Decoding(of: body, setting, portions: setting.portions)
    require(body.isEmpty || !result.isComplete || result.fault != nil, "what was cut is not complete: \(result)")
    require(plain.starts(with: result.bytes.prefix(Int(setting.limit))), "what was cut begins as the whole does")
}
