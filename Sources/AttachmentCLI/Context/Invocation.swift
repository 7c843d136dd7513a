import AttachmentDomain
import AttachmentKit

/// One call of one command: its operands, its options, and what it touches.
struct Invocation {
    let operands: [String]
    let settings: Settings
    let context: CommandContext
    /// Prints the JSON of refusals too, since scripts read along.
    let refusals: RefusalPrinter
    /// What is done behind the answer.
    let epilogue: Epilogue
}

extension Invocation {
    /// The policy of the call: file, then environment, then flags.
    func policy() throws(Refusal) -> EffectivePolicy {
        var policy: EffectivePolicy
        do {
            policy = try PolicyFile.load(
                named: settings.policyFile, environment: context.environment, directory: context.directory)
        } catch {
            throw Refusal(error)
        }
        if let seconds = settings.deadlineSeconds {
            policy.override(
                "deadline.totalSeconds", "deadline.reserveSeconds", by: .flag(name: OptionName.deadline.long)
            ) {
                $0.deadline.totalSeconds = seconds
                $0.deadline.reserveSeconds = 0
            }
        }
        if !settings.allowOrigins.isEmpty {
            policy.override("network.allowOrigins", by: .flag(name: OptionName.allowOrigin.long)) {
                $0.network.allowOrigins += settings.allowOrigins
            }
        }
        try checkProfiles(policy.policy.profiles.names)
        return policy
    }

    private func checkProfiles(_ known: [String]) throws(Refusal) {
        for name in settings.profiles where !known.contains(name) {
            throw Refusal(
                UsageFault.badValue(
                    option: OptionName.profile.long, value: name,
                    expected: "a profile of the policy: \(known.joined(separator: ", "))",
                    nearest: NearestName.suggestion(for: name, among: known)))
        }
    }

    /// The instant of the answer: `--deadline` seconds from the start, else the policy's total less its reserve.
    func deadline(_ policy: CachePolicy) -> Deadline {
        .after(.seconds(policy.deadline.totalSeconds - policy.deadline.reserveSeconds), from: context.start)
    }

    /// The cache directory, absolute: `--cache`, else `ATTACHFETCH_CACHE`, else below `XDG_CACHE_HOME` (which counts
    /// only when it is absolute, says the XDG base directory specification), else below the home directory.
    func cacheDirectory() throws(Refusal) -> String {
        let variable = { (name: String) in context.environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let named = settings.cacheDirectory ?? variable("ATTACHFETCH_CACHE") {
            return context.absolute(named)
        }
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") {
            return "\(caches)/attachfetch"
        }
        guard let home = variable("HOME"), home.hasPrefix("/") else {
            throw Refusal(
                Finding(
                    .cacheUnavailable, "there is no cache directory: neither --cache nor HOME names one",
                    remedy: "name a directory with --cache"), .surroundings)
        }
        return "\(home)/.cache/attachfetch"
    }

    /// A message for people on standard error; nothing with `--quiet`.
    func tell(_ message: @autoclosure () -> String) {
        guard !settings.isQuiet else { return }
        context.error.write("attachfetch: \(message().visible)\n")
    }
}
