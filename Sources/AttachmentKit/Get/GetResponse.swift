public import AttachmentDomain
import AttachmentStore

/// The response of one URL, as the cache keeps it or as it came.
public struct GetResponse: Sendable {
    public var status: Int
    /// The fields that may be passed on, in their order; with an Age where the response came from the cache (RFC 9111 5.1).
    public var headers: HTTPHeaders
    /// Who gave it, after redirects.
    public var finalUrl: String
    public var source: AttachmentSource
    /// In seconds; nil from the network.
    public var ageSeconds: Int64?
    /// Why an older response stands in for one that could not be had; nil where none does.
    public var staleReason: Finding?
    /// What the bytes are; nil without a body.
    public var inspection: Inspection?
    /// The body; nil where the status has none, and of a 304.
    public var body: GetBody?

    /// The head as HTTP/1.1 writes it: status line, fields, and an empty line.
    public var head: String {
        let lines = headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n\(lines)\r\n"
    }

    /// Writes the body to a file, which appears whole, by rename, and never follows a symbolic link. Blocking.
    ///
    /// - Parameters:
    ///   - path: of the file; what stands there is replaced.
    ///   - includesHead: whether ``head`` stands before the body.
    /// - Throws: ``AttachmentError`` of kind `file`.
    public func write(to path: String, includesHead: Bool) throws(AttachmentError) {
        do throws(StoreError) {
            try MediaStore.write(includesHead ? Array(head.utf8) : [], body?.reader, to: path)
        } catch {
            throw AttachmentError(.file, error.finding)
        }
    }
}

/// The bytes of a response's body. They stay readable for as long as this value lives, whatever the cache evicts.
public struct GetBody: Sendable {
    let reader: ObjectReader

    /// How many bytes there are.
    public var bytes: Int64 { reader.bytes }

    /// Reads from `offset` on: fewer bytes than asked for only at the end. Blocking.
    ///
    /// - Throws: ``AttachmentError`` of kind `cache`.
    public func read(at offset: Int64, count: Int) throws(AttachmentError) -> [UInt8] {
        do throws(StoreError) {
            return try reader.read(at: offset, count: count)
        } catch {
            throw AttachmentError(.cache, error.finding)
        }
    }
}
