/// Steps over the parts of a text that is known to be JSON, so nothing is checked twice.
///
/// Holds a pointer: never outlives the call that lends it.
struct ValidText {
    let bytes: UnsafeBufferPointer<UInt8>
    let index: SkipIndex

    /// The first position at or after `position` that is no blank.
    @inline(__always)
    func afterBlanks(_ position: Int) -> Int {
        var next = position
        while next < bytes.count, bytes[next].isBlank { next += 1 }
        return next
    }

    /// The position after the value that begins at `start`.
    func end(ofValueAt start: Int) -> Int {
        switch bytes[start] {
        case .quote: end(ofStringAt: start)
        case .openBrace, .openBracket: end(ofContainerAt: start)
        default: end(ofWordAt: start)
        }
    }

    /// The position after the closing quote of the string that begins at `start`.
    @inline(__always)
    func end(ofStringAt start: Int) -> Int {
        var next = Words.nextQuoteOrBackslash(in: bytes, from: start + 1)
        while bytes[next] == .backslash { next = Words.nextQuoteOrBackslash(in: bytes, from: next + 2) }
        return next + 1
    }

    /// The position after the number or literal that begins at `start`.
    @inline(__always)
    func end(ofWordAt start: Int) -> Int {
        var next = start
        while next < bytes.count {
            let byte = bytes[next]
            if byte.isBlank || byte == .comma || byte.closesContainer { break }
            next += 1
        }
        return next
    }

    private func end(ofContainerAt start: Int) -> Int {
        if let end = index.end(ofContainerAt: start) { return end }
        var depth = 1
        var next = start + 1
        while depth > 0 {
            switch bytes[next] {
            case .quote: next = end(ofStringAt: next)
            case .openBrace, .openBracket:
                if let end = index.end(ofContainerAt: next) {
                    next = end
                } else {
                    depth += 1
                    next += 1
                }
            case .closeBrace, .closeBracket:
                depth -= 1
                next += 1
            default: next += 1
            }
        }
        return next
    }

    /// The first element or member name of the container at `start`; nil when it is empty.
    @inline(__always)
    func first(inContainerAt start: Int) -> Int? {
        let next = afterBlanks(start + 1)
        return bytes[next].closesContainer ? nil : next
    }

    /// The next element or member name after a value that ends at `end`; nil when the container ends there.
    @inline(__always)
    func next(after end: Int) -> Int? {
        let next = afterBlanks(end)
        return bytes[next] == .comma ? afterBlanks(next + 1) : nil
    }

    /// Where the value stands whose member name begins at `name`.
    @inline(__always)
    func value(ofMemberAt name: Int) -> Int {
        let colon = afterBlanks(end(ofStringAt: name))
        return afterBlanks(colon + 1)
    }

    /// Calls `body` with the place of the name and of the value of each member, and returns the position after the
    /// object.
    @inline(__always) @discardableResult
    func forEachMember(ofObjectAt start: Int, _ body: (_ name: Int, _ value: Int) -> Void) -> Int {
        var end = start + 1
        var member = first(inContainerAt: start)
        while let name = member {
            let value = value(ofMemberAt: name)
            body(name, value)
            end = self.end(ofValueAt: value)
            member = next(after: end)
        }
        return afterBlanks(end) + 1
    }
}
