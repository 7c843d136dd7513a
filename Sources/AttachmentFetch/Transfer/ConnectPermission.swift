import AttachmentURL

/// Which sockets a hop may open: those to an address that was resolved and judged for it, on the one port that was.
struct ConnectPermission {
    var addresses: [IPAddress]
    var port: Int

    func covers(_ address: IPAddress, port: Int) -> Bool {
        port == self.port && addresses.contains(address)
    }
}
