extension String {
    /// The members of a list without quotes (RFC 9110 5.6.1), without the blanks around them; empty ones are passed over.
    ///
    /// By bytes: as characters a comma can be one with a mark beside it, and would hide the next member.
    var listMembers: [String] {
        utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).trimmingOWS() }.filter { !$0.isEmpty }
    }
}
