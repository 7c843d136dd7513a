import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

// How a flight lands on what the cache had already.

extension Flight {
    /// The origin says that the stored bytes are still right (RFC 9111 4.3.4).
    func confirm(_ response: FetchResponse) {
        guard let begun else { return }
        do throws(StoreError) {
            guard let known = asked(response.finalURL)?.confirmable,
                let way = loader.keeper.confirmed(known, by: response, request),
                // It may have gone while the origin was asked.
                let object = try loader.lookup.objects.object(known.object.digest)
            else {
                if !askAgain(begun) { land(.failed(unfounded(response))) }
                return
            }
            let arrival = Arrival(response, begun)
            enter(way, .stored(object), .revalidated, arrival)
        } catch {
            land(.failed(LoadFailure(unasked: error.finding)))
        }
    }

    private func unfounded(_ response: FetchResponse) -> LoadFailure {
        let url = response.finalURL.redacted
        return LoadFailure(
            unasked: Finding(.protocolError, "\(url) answered with status 304, which confirms nothing that is stored"))
    }
}

extension Flight {
    /// A redirect has led to what the cache answers for, one way or the other.
    func goOn(_ response: FetchResponse) {
        guard let begun else { return }
        do throws(StoreError) {
            let view = try loader.lookup.look(
                request, from: response.finalURL, remaining: time.wanted.remaining(), redirects: response.hops.count)
            switch view {
            case .answer(let answer): reached(answer, response, begun)
            case .fail(let failure): land(.failed(failure))
            case .ask(var asking):
                offer(asking.standIn)
                let way = loader.keeper.way(of: response, request, bytes: nil)
                asking.freshUntil = min(asking.freshUntil, way.freshUntil, begun.freshUntil)
                start(makeRequest(asking))
            }
        } catch {
            land(.failed(LoadFailure(unasked: error.finding)))
        }
    }

    private func reached(_ answer: CachedAnswer, _ response: FetchResponse, _ asking: Asking) {
        let way = loader.keeper.way(of: response, request, bytes: nil)
        var loaded = LoadedResponse(answer)
        loaded.freshUntil = min(loaded.freshUntil, way.freshUntil, asking.freshUntil)
        loaded.timing = response.timing
        loaded.attempts = response.attempts
        let landing = Landing.loaded(loaded)
        if answer.needsRefresh { loader.refresh(request) }
        guard !way.kept.isEmpty else { return setAside(way, asking) { self.land(landing) } }
        loader.store.update(way.kept, since: asking.purgeMark) { [self] _ in
            setAside(way, asking) { self.land(landing) }
        }
    }
}
