import AttachmentDomain
import AttachmentFetch
import AttachmentURL

/// The headers that the policy sends to single origins, with their values from files: tokens do not belong in a policy.
enum OriginHeaders {
    /// Reads every file. Blocks while it reads.
    ///
    /// - Returns: the fields by the origin that gets them.
    static func read(_ headers: [NetworkPolicy.OriginHeader]) throws(NetworkPolicyFault) -> [Origin: HTTPHeaders] {
        var fields: [Origin: [HTTPHeaders.Field]] = [:]
        for header in headers {
            guard !RequestFields.isReserved(header.name) else { throw .headerReserved(name: header.name) }
            let origin: Origin
            do {
                origin = try Origin(header.origin)
            } catch {
                throw .headerOrigin(header.origin, error)
            }
            guard HTTPHeaders(fields[origin] ?? []).first(header.name) == nil else {
                throw .headerTwice(name: header.name, origin: "\(origin)")
            }
            fields[origin, default: []].append(.init(name: header.name, value: try value(of: header)))
        }
        return fields.mapValues { HTTPHeaders($0) }
    }

    private static let maxBytes = 16384

    /// The one line of the file, without its end.
    private static func value(of header: NetworkPolicy.OriginHeader) throws(NetworkPolicyFault) -> String {
        let path = header.valueFile
        func fault(_ why: String) -> NetworkPolicyFault { .headerFile(path: path, name: header.name, why: why) }
        let bytes: [UInt8]
        do throws(SmallFile.Fault) {
            bytes = try SmallFile.read(path, maxBytes: maxBytes)
        } catch {
            throw fault(error.words)
        }
        return try line(bytes, fault)
    }

    private static func line(
        _ bytes: [UInt8], _ fault: (String) -> NetworkPolicyFault
    ) throws(NetworkPolicyFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("it is not UTF-8") }
        let value = text.trimmingLineEnd.trimmingOWS()
        guard !value.isEmpty else { throw fault("it is empty") }
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else {
            throw fault("it has more than one line, or control characters")
        }
        return value
    }
}

extension String {
    fileprivate var trimmingLineEnd: String {
        String(decoding: Array(utf8.reversed().drop { $0 == 10 || $0 == 13 }.reversed()), as: UTF8.self)
    }
}
