import AttachmentDomain
import AttachmentKit
import AttachmentThreads

extension Invocation {
    /// The fetcher of the call, which is wound up behind the answer, and the instant of that answer.
    func makeFetcher() throws(Refusal) -> (fetcher: AttachmentFetcher, deadline: Deadline) {
        prepare()
        if context.endsProcess { OpenFileLimit.raise() }
        let policy = try policy().policy
        let cache = try cacheDirectory()
        let fetcher = try refusing { () throws(AttachmentError) in
            try AttachmentFetcher(policy: policy, cache: cache, clock: context.clock)
        }
        let deadline = deadline(policy)
        let windingUp = WindingUp(fetcher, deadline: deadline, context: context)
        epilogue.add(windingUp.run)
        return (fetcher, deadline)
    }

    /// Makes the table of dialects and OpenSSL's tables on a thread of their own while this one reads the policy and
    /// opens the cache: they are the longest pieces of work of a call that the cache answers.
    private func prepare() {
        do {
            try DedicatedThread(named: "prepare") { AttachmentFetcher.prepare() }.detach()
        } catch {
            // Without a thread they are made where they are first needed.
            return
        }
    }
}
