/// What JSON writes without brackets, read back.
protocol ReadableJSONScalar: JSONScalar, Decodable {
    /// The value, or nil when the JSON is of another kind or does not fit.
    init?(json: JSONValue)
    /// What was expected, for messages.
    static var noun: String { get }
}

extension String: ReadableJSONScalar {
    static var noun: String { "a string" }

    init?(json: JSONValue) {
        guard let text = json.string else { return nil }
        self = text
    }
}

extension Bool: ReadableJSONScalar {
    static var noun: String { "true or false" }

    init?(json: JSONValue) {
        guard let flag = json.bool else { return nil }
        self = flag
    }
}

extension FixedWidthInteger {
    static var noun: String { "a whole number from \(min) to \(max)" }

    /// Whole numbers however they are written: `1000`, `1e3` and `1000.0` are one number.
    init?(json: JSONValue) {
        if let number = json.int {
            self.init(exactly: number)
        } else if let number = json.numberText.flatMap({ Self($0) }) {
            self = number
        } else if let number = json.double {
            self.init(exactly: number)
        } else {
            return nil
        }
    }
}

extension Int: ReadableJSONScalar {}
extension Int8: ReadableJSONScalar {}
extension Int16: ReadableJSONScalar {}
extension Int32: ReadableJSONScalar {}
extension Int64: ReadableJSONScalar {}
extension UInt: ReadableJSONScalar {}
extension UInt8: ReadableJSONScalar {}
extension UInt16: ReadableJSONScalar {}
extension UInt32: ReadableJSONScalar {}
extension UInt64: ReadableJSONScalar {}

extension Double: ReadableJSONScalar {
    static var noun: String { "a number" }

    /// A number beyond what a double holds, such as `1e400`, is none.
    init?(json: JSONValue) {
        guard let number = json.double, number.isFinite else { return nil }
        self = number
    }
}

extension Float: ReadableJSONScalar {
    static var noun: String { "a number" }

    init?(json: JSONValue) {
        guard let number = json.double, Float(number).isFinite else { return nil }
        self.init(number)
    }
}

extension JSONValue.Kind {
    /// What was found, for messages.
    var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
