import AttachmentDomain
import AttachmentJSON
import AttachmentKit
import AttachmentPayload
import AttachmentThreads

/// Reads the inputs of a call and fetches their payloads, many at a time; what comes of each goes into a mailbox.
///
/// Inputs are read on a thread of their own, so that a slow pipe holds up no result and results no reading.
final class FetchCrew: Sendable {
    /// What the crew reports, in the order of events; payloads are numbered in the order of the inputs, from 0.
    enum Report: Sendable {
        case begin(isList: Bool)
        case outcome(number: Int, label: String, Outcome)
        /// After the last input: how many payloads there were, or why reading ended.
        case end(count: Int, Refusal?)
    }

    enum Outcome: Sendable {
        case fetched(FetchResult)
        case fault(Finding)
    }

    let reports = Mailbox<Report>()
    private let fetcher: AttachmentFetcher
    private let deadline: Deadline
    private let options: FetchOptions
    private let order = StoringOrder()
    /// A signal for each payload more that may be under way.
    private let vacancies = WakeUp()
    private let running = Locked(Running())

    private struct Running {
        var tasks: [Int: Task<Void, Never>] = [:]
        var isStopped = false
    }

    init(_ fetcher: AttachmentFetcher, deadline: Deadline, options: FetchOptions) {
        self.fetcher = fetcher
        self.deadline = deadline
        self.options = options
        for _ in 0..<Self.payloadsUnderWay {
            vacancies.signal()
        }
    }

    /// Starts reading. The last report is `end`; outcomes may come after it.
    func start(_ inputs: PayloadInputs) {
        do {
            try DedicatedThread(named: "input") { self.work(inputs) }.detach()
        } catch {
            work(inputs)
        }
    }

    /// Asks every payload under way for its best attempt, and those to come too.
    func stop() {
        let tasks = running.withLock { running in
            running.isStopped = true
            return Array(running.tasks.values)
        }
        for task in tasks {
            task.cancel()
        }
    }

    private func work(_ inputs: PayloadInputs) {
        var count = 0
        do throws(Refusal) {
            try inputs.read { event in
                switch event {
                case .begin(let isList):
                    reports.post(.begin(isList: isList))
                case .fault(let label, let finding):
                    reports.post(.outcome(number: count, label: label, .fault(finding)))
                    count += 1
                case .payload(let label, let source):
                    vacancies.wait()
                    fetch(inputs.payloads.read(source), number: count, label: label)
                    count += 1
                }
            }
            reports.post(.end(count: count, nil))
        } catch {
            reports.post(.end(count: count, error))
        }
    }

    private func fetch(_ payload: ReadPayload, number: Int, label: String) {
        var options = options
        options.turn = order.next()
        running.withLock { [options] running in
            let task = Task {
                let outcome = await outcome(of: payload, options)
                finish(number)
                reports.post(.outcome(number: number, label: label, outcome))
            }
            running.tasks[number] = task
            if running.isStopped {
                task.cancel()
            }
        }
    }

    private func outcome(of payload: ReadPayload, _ options: FetchOptions) async -> Outcome {
        do throws(AttachmentError) {
            return .fetched(try await fetcher.fetch(payload, deadline: deadline, options: options))
        } catch {
            return .fault(error.finding)
        }
    }

    private func finish(_ number: Int) {
        running.withLock { _ = $0.tasks.removeValue(forKey: number) }
        vacancies.signal()
    }

    /// Enough that no list of usual length waits for others at the deadline; connections have a limit of their own.
    private static let payloadsUnderWay = 4096
}
