import AttachmentURL

/// One name that is being asked for, once for each family of addresses, and who waits for it.
final class Lookup {
    let name: String
    weak var resolver: NameResolver?
    var waiting: [Int]
    /// When the answer so far is taken; nil while there is none.
    var due: ContinuousClock.Instant?
    private(set) var addresses: [IPAddress] = []
    /// For how many seconds the addresses hold.
    private(set) var life: Int?
    private var failures: [NameFailure] = []
    private var answers = 0

    init(name: String, resolver: NameResolver, waiting id: Int) {
        self.name = name
        self.resolver = resolver
        waiting = [id]
    }

    /// Whether both families were answered.
    var isComplete: Bool { answers == 2 }

    /// The answer for one family.
    func take(_ answer: NameResolver.Answer, life seconds: Int?) {
        answers += 1
        switch answer {
        case .addresses(let more):
            addresses += more
            life = [life, seconds].compactMap(\.self).min()
        case .failed(let failure): failures.append(failure)
        }
    }

    /// What is known: addresses, those of IPv6 first (RFC 8305 section 4), else why there are none; what may pass counts before what does not.
    var answer: NameResolver.Answer {
        guard addresses.isEmpty else {
            return .addresses(addresses.filter { $0.family == .v6 } + addresses.filter { $0.family == .v4 })
        }
        let failure = failures.first(where: \.retryHelps) ?? failures.first
        return .failed(failure ?? .trouble(why: "no name server can be asked"))
    }
}
