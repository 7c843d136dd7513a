import AttachmentDomain
import AttachmentURL

/// The file with the issuers that the policy trusts, looked at before anything is asked: a typing error in its name would
/// else look like a fault of every origin.
enum IssuerFile {
    /// Blocks while it reads.
    static func check(_ path: String?) throws(NetworkPolicyFault) {
        guard let path else { return }
        let bytes: [UInt8]
        do throws(SmallFile.Fault) {
            bytes = try SmallFile.read(path, maxBytes: maxBytes)
        } catch {
            throw .issuerFile(path: path, why: error.words)
        }
        guard bytes.firstRange(of: "-----BEGIN ".utf8) != nil else {
            throw .issuerFile(path: path, why: "it holds no certificate in PEM")
        }
    }

    /// The issuers of a whole system have a quarter of a megabyte.
    private static let maxBytes = 16_777_216
}
