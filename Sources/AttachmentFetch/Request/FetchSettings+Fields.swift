import AttachmentDomain
import AttachmentURL

extension FetchSettings {
    /// The fields of a request to an origin but for its conditions and ranges: ours, the policy's for that origin, the
    /// caller's own. A later one of these takes the place of earlier ones of its name.
    ///
    /// - Parameters:
    ///   - own: the caller's.
    ///   - first: the origin that was asked first; it alone gets those of the caller's that are private.
    func requestFields(for origin: Origin, adding own: HTTPHeaders, startingAt first: Origin) -> HTTPHeaders {
        let mayTell = origin == first
        let own = own.fields.filter { mayTell || !RequestFields.isPrivate($0.name) }
        return ourFields.updated(by: Self.sendable(originHeaders[origin]?.fields ?? []), except: [])
            .updated(by: Self.sendable(own), except: [])
    }

    /// The fields that every request has unless somebody else chose one of that name.
    var ourFields: HTTPHeaders {
        // An empty one is none.
        let agent = policy.userAgent.isEmpty ? [] : [HTTPHeaders.Field(name: "User-Agent", value: policy.userAgent)]
        // Asks for the plain bytes. What an origin codes all the same is decoded by ``ContentDecoder``: libcurl takes a
        // coded body that stops in the middle for a whole one.
        return HTTPHeaders(
            Self.sendable(agent).fields + [
                .init(name: "Accept", value: "*/*"), .init(name: "Accept-Encoding", value: "identity"),
            ])
    }

    private static func sendable(_ fields: [HTTPHeaders.Field]) -> HTTPHeaders {
        HTTPHeaders(
            fields.filter(RequestFields.isSendable).map { .init(name: $0.name, value: $0.value.trimmingOWS()) })
    }
}

extension HTTPHeaders {
    /// The lines that let libcurl send these fields; without a value it wants a semicolon, since a colon alone would
    /// take its own field of that name out (CURLOPT_HTTPHEADER).
    var curlLines: [String] {
        fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    }
}
