import AttachmentDomain
import AttachmentURL
import FuzzPromises

@testable import AttachmentFetch

/// The second head answers the request for what the first left, for parts of several lengths and for none.
func checkPlans(_ first: ResponseHead, _ second: ResponseHead) {
    let start = ContentRange(second.headers.first("content-range"))?.bytes.lowerBound
    for count in [0, 1, 10, start ?? 0] as [Int64] {
        let part = count > 0 ? held(count, of: first) : nil
        for limit in [1000, .max] as [Int64] {
            for (isConditional, takesAll) in [(false, false), (true, false), (false, true), (true, true)] {
                let question = ResponsePlan.Question(
                    isConditional: isConditional, part: part, takesEveryStatus: takesAll, limit: limit,
                    now: 1_700_000_000)
                check(ResponsePlan(second, to: question), of: second, to: question, first)
            }
        }
    }
}

private func held(_ count: Int64, of head: ResponseHead) -> HeldPart? {
    let part = PartialBody(
        url: request.url, headers: head.headers, total: head.contentLength, bytes: count, content: .memory([]))
    guard let collector = try? BodyCollector(request, continuing: part, budget: memory) else {
        fail("bytes in memory can be continued")
    }
    return HeldPart(part, collector)
}

private func check(
    _ plan: ResponsePlan, of head: ResponseHead, to question: ResponsePlan.Question, _ first: ResponseHead
) {
    let range = ContentRange(head.headers.first("content-range"))
    switch plan {
    case .collect:
        require(![204, 205, 304].contains(head.status), "what has no body is not collected")
        require(
            200...299 ~= head.status || question.takesEveryStatus && head.status >= 300,
            "only success has a body that is media")
        require(head.decodedLength ?? 0 <= question.limit, "no body is begun that is too large")
        if head.status == 206 {
            require(question.part == nil && range?.isWhole == true, "a part that was not asked for is the whole")
            require(range?.count ?? 0 <= question.limit, "no whole is begun that is too large")
        }
    case .append(let appended):
        require(head.status == 206 && range == appended, "only a part is appended")
        checkAppended(appended, head, question, first)
    case .notModified: require(head.status == 304 && question.isConditional, "nothing is unmodified unasked")
    case .redirect:
        require([301, 302, 303, 307, 308].contains(head.status), "only redirects redirect")
        require(head.location != nil || !question.takesEveryStatus, "what leads nowhere is shown where all is")
    case .nothing:
        require(
            [204, 205].contains(head.status) || question.takesEveryStatus && head.status == 304,
            "only what has no body is nothing")
    case .fail(let fault): check(fault, head, question)
    }
}

/// The bytes follow those that are there, and both are of the same whole.
private func checkAppended(
    _ range: ContentRange, _ head: ResponseHead, _ question: ResponsePlan.Question, _ first: ResponseHead
) {
    guard let part = question.part else { fail("only to a part is appended") }
    require(range.bytes.lowerBound == part.count, "the rest begins where the part ends")
    guard let whole = range.total ?? first.contentLength else { fail("the length of the whole is known") }
    require(whole == first.contentLength ?? whole, "the whole has the length that it had")
    require(range.bytes.upperBound < whole && whole <= question.limit, "the rest ends in the whole")
    require(head.contentLength ?? range.count == range.count, "the rest has the length that it says")
    require((head.headers["content-encoding"] ?? "").isEmpty || head.codings == .known([]), "no rest is coded")
    if let tag = first.headers.first("etag") {
        require(tag.hasPrefix("\"") && tag == head.headers.first("etag"), "a strong tag is repeated")
    } else {
        let dates = [first, head].compactMap { $0.headers.first("last-modified") }
        require(!dates.isEmpty && Set(dates).count == 1, "a date is not another")
    }
}

private func check(_ fault: FetchFault.Kind, _ head: ResponseHead, _ question: ResponsePlan.Question) {
    switch fault {
    case .httpStatus(let status):
        require(!question.takesEveryStatus || head.status < 200, "a final status is shown where every one is")
        require(status == head.status && !(200...299 ~= status), "a status is the answer's, and no success")
    case .rateLimited(let status, let wait):
        require(!question.takesEveryStatus, "nothing is limited where every status is shown")
        require(status == head.status && [429, 503].contains(status), "a limit of rates has its status")
        require(0...2_147_483_648 ~= wait?.seconds ?? 0, "a wait has its bounds")
    case .restUnusable: require(question.part != nil, "only a rest can be unusable")
    case .tooLarge(let limit, let announced, _, _):
        require(limit == question.limit && announced ?? 0 > limit, "only what is too large is")
    case .protocolError, .codingUnknown:
        require(200...299 ~= head.status || question.takesEveryStatus, "status decides before bytes")
    default: fail("a head alone has no such fault: \(fault)")
    }
}

nonisolated(unsafe) private let memory = BodyMemory()

private let request: FetchRequest = {
    guard let url = try? RequestURL.parse("https://media.example/a.jpg") else { fail("a plain URL is one") }
    return FetchRequest(url: url, deadline: .none, limits: ReadingLimits(judgedBy: [], ceiling: 1 << 30)) {
        () throws(Finding) in throw Finding(.diskFull, "no disk")
    }
}()
