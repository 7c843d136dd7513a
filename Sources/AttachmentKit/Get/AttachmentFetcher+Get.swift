public import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

extension AttachmentFetcher {
    /// Gets the response of a URL through the cache: what is stored where HTTP and the policy allow, else from the origin.
    ///
    /// Redirects are followed. The answer is complete by the deadline; what was on its way goes on behind it unless the
    /// options say otherwise. Cancelling the task ends the call at once.
    ///
    /// - Parameters:
    ///   - url: an absolute http or https URL.
    ///   - deadline: nil for the policy's total time less its reserve, counted from the options' start.
    ///   - options: what else is wanted.
    /// - Throws: ``AttachmentError`` of kind `response` where there is none that counts, of kind `request` where a field
    ///   cannot be sent, of kind `cache` where the cache cannot be used.
    public func get(
        _ url: String, deadline: Deadline? = nil, options: GetOptions = GetOptions()
    ) async throws(AttachmentError) -> GetResponse {
        let request = try request(url, options)
        let deadline = deadline ?? standardDeadline(from: options.start)
        switch try await answer(request, deadline, options) {
        case .failed(let failure): throw AttachmentError(.response, failure.reason)
        case .loaded(let loaded): return try await response(loaded, Precondition(HTTPHeaders(options.fields)))
        }
    }

    private func request(_ text: String, _ options: GetOptions) throws(AttachmentError) -> LoadRequest {
        let url: RequestURL
        do throws(URLFault) {
            url = try RequestURL.parse(text)
        } catch {
            throw AttachmentError(.response, error.finding)
        }
        var request = LoadRequest(url: url, limits: JudgedLimits(judgedBy: [], policy: policy))
        request.fields = try Self.sent(options.fields)
        request.taking = .init(anyType: options.takesAnyType, everyStatus: options.takesEveryStatus)
        request.use = options.cacheUse
        request.isForResponse = true
        return request
    }

    private static func sent(_ fields: [HTTPHeaders.Field]) throws(AttachmentError) -> HTTPHeaders {
        var sent: [HTTPHeaders.Field] = []
        for field in fields where try isSent(field) { sent.append(field) }
        return HTTPHeaders(sent)
    }

    /// Whether a field goes out with the request; false for conditions, which are answered here.
    private static func isSent(_ field: HTTPHeaders.Field) throws(AttachmentError) -> Bool {
        if Precondition.names.contains(field.name.lowercased()) { return false }
        guard RequestFields.isSendable(field) else {
            let why =
                RequestFields.isReserved(field.name)
                ? "the transfer sets it itself" : "a name is one word, and a value one line"
            throw AttachmentError(
                .request, Finding(.usage, "the header \"\(field.name)\" cannot be sent: \(why)", remedy: "leave it out")
            )
        }
        return true
    }

    private func answer(
        _ request: LoadRequest, _ deadline: Deadline, _ options: GetOptions
    ) async throws(AttachmentError) -> Landing {
        let (answer, ended) = (LoadAnswer(), OneShot())
        let load = Load(request, time: transferTime(deadline, options)) { event in
            answer.take(event)
            if case .over = event { ended.fire() }
        }
        let work = calls.start { [core] in
            await withTaskCancellationHandler {
                core.workers.submit { core.loader.begin([load]) }
                await ended.wait()
            } onCancel: {
                load.cancel()
            }
        }
        guard let work else {
            throw AttachmentError(.shutDown, Finding(.cancelled, "the fetcher was shut down"))
        }
        close(answer, at: deadline, request.url)
        return await withTaskCancellationHandler {
            defer { if !options.continuesBehindAnswer { work.cancel() } }
            return await answer.wait()
        } onCancel: {
            answer.close(load.cancelled)
        }
    }

    /// Transfers that end with the deadline report their own phase a moment later; the answer waits that long for them.
    private static let grace = Duration.milliseconds(15)

    private func close(_ answer: LoadAnswer, at deadline: Deadline, _ url: RequestURL) {
        guard let instant = deadline.instant else { return }
        // An answer that was given must not be kept until then: it may hold a body that is stored nowhere.
        core.alarms.call(at: instant.advanced(by: Self.grace)) { [weak answer] in
            answer?.close(
                LoadFailure(
                    unasked: Finding(.deadlineExceeded, "the deadline came before \(url.redacted) was complete")))
        }
    }

    private func transferTime(_ deadline: Deadline, _ options: GetOptions) -> TransferTime {
        guard let instant = deadline.instant, options.continuesBehindAnswer else {
            return TransferTime(deadline: deadline)
        }
        let later = max(instant, .now).advanced(by: .seconds(policy.deadline.totalSeconds))
        return TransferTime(deadline: Deadline(at: later))
    }
}

// MARK: The response

extension AttachmentFetcher {
    private func response(
        _ loaded: LoadedResponse, _ precondition: Precondition?
    ) async throws(AttachmentError) -> GetResponse {
        var response = GetResponse(
            status: loaded.response.status, headers: loaded.headersToPassOn, finalUrl: loaded.finalURL.text,
            source: loaded.source, ageSeconds: loaded.age, staleReason: loaded.reason)
        if response.status == 200, let precondition,
            precondition.isNotModified(response.headers, receivedAt: loaded.response.receivedAt)
        {
            response.status = 304
            response.headers = response.headers.ofNotModified
            return response
        }
        response.inspection = loaded.inspection
        response.body = try await body(loaded.body)
        return response
    }

    private func body(_ body: LoadedResponse.Body) async throws(AttachmentError) -> GetBody? {
        let store = core.store
        let reader = await core.workers.run {
            Result { () throws(StoreError) -> ObjectReader? in
                switch body {
                case .none: nil
                case .stored(let object): try store.reader(of: object)
                case .passing(let placed, _): store.reader(of: placed)
                }
            }
        }
        switch reader {
        case .success(let reader): return reader.map { GetBody(reader: $0) }
        case .failure(let error): throw AttachmentError(.cache, error.finding)
        }
    }
}

extension LoadedResponse {
    fileprivate var inspection: Inspection? {
        switch body {
        case .none: nil
        case .stored(let object): object.inspection
        case .passing(_, let inspection): inspection
        }
    }

    /// The fields with the age of what comes from the cache (RFC 9111 5.1).
    fileprivate var headersToPassOn: HTTPHeaders {
        guard let age else { return response.headers }
        return response.headers.updated(by: HTTPHeaders([.init(name: "Age", value: String(age))]), except: [])
    }
}

extension HTTPHeaders {
    /// Those that a 304 has (RFC 9110 15.4.5), and its age.
    fileprivate var ofNotModified: HTTPHeaders {
        let names = ["age", "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary"]
        return HTTPHeaders(fields.filter { field in names.contains { $0.equalsIgnoringCase(field.name) } })
    }
}
