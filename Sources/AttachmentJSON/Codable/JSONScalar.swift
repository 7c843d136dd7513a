/// What JSON writes without brackets.
protocol JSONScalar: Encodable {
    /// Writes the value where one is due. Throws when JSON has no such value.
    func write(to writer: JSONWriter) throws(JSONTextError)
}

extension JSONWriter {
    /// Writes `null`.
    func writeNull() {
        beginScalar()
        append("null")
    }
}

extension String: JSONScalar {
    func write(to writer: JSONWriter) {
        writer.beginScalar()
        writer.write(self)
    }
}

extension Bool: JSONScalar {
    func write(to writer: JSONWriter) {
        writer.beginScalar()
        writer.append(self ? "true" : "false")
    }
}

extension BinaryInteger {
    fileprivate func writeDigits(to writer: JSONWriter) {
        writer.beginScalar()
        writer.append(contentsOf: String(self).utf8)
    }
}

extension Int: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension Int8: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension Int16: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension Int32: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension Int64: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension UInt: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension UInt8: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension UInt16: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension UInt32: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }
extension UInt64: JSONScalar { func write(to writer: JSONWriter) { writeDigits(to: writer) } }

extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// The shortest digits that read back as the same number; whole numbers without a fraction, as `30`.
    fileprivate func writeShortest(to writer: JSONWriter) throws(JSONTextError) {
        guard isFinite else { throw .unwritable(path: writer.path.dottedText, value: description) }
        writer.beginScalar()
        let digits = description.utf8
        writer.append(contentsOf: digits.suffix(2).elementsEqual(".0".utf8) ? digits.dropLast(2) : digits[...])
    }
}

extension Double: JSONScalar {
    func write(to writer: JSONWriter) throws(JSONTextError) { try writeShortest(to: writer) }
}

extension Float: JSONScalar {
    func write(to writer: JSONWriter) throws(JSONTextError) { try writeShortest(to: writer) }
}
