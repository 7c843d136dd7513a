import AttachmentDomain
import Testing

@Suite("Fields of HTTP", .timeLimit(.minutes(1)))
struct HTTPFieldTests {
    @Test(
        arguments: [
            ("bytes 0-99/100", 0, 99, 100), ("bytes 10-10/11", 10, 10, 11), ("bytes 5-9/*", 5, 9, nil),
            ("BYTES  5-9/10", 5, 9, 10), ("bytes 0-9223372036854775805/9223372036854775806", 0, .max - 2, .max - 1),
        ] as [(String, Int64, Int64, Int64?)])
    func `given a Content-Range, when it is read, then it has its bytes and its whole`(
        field: String, first: Int64, last: Int64, total: Int64?
    ) throws {
        let range = try #require(ContentRange(field))
        #expect(range.bytes == first...last)
        #expect(range.total == total)
        #expect(range.count == last - first + 1)
        #expect(range.isWhole == (first == 0 && last + 1 == total))
    }

    @Test(arguments: [
        "", "bytes", "bytes */100", "bytes 9-5/100", "bytes 0-100/100", "items 0-1/2", "bytes 0-1/2/3", "bytes 0-1",
        "bytes -5/10", "bytes 5-/10", "bytes +1-2/3", "bytes 1 - 2/3", "bytes 0x1-2/3", "bytes=0-1/2", "bytes 0-1/-2",
        "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes 0-1-2/3",
    ])
    func `given what is no Content-Range, when it is read, then it is none`(field: String) {
        #expect(ContentRange(field) == nil)
    }

    static let date = "Tue, 14 Nov 2023 22:13:20 GMT"
    static let secondBefore = "Tue, 14 Nov 2023 22:13:19 GMT"

    @Test(
        arguments: [
            (["ETag": "\"a\""], "\"a\""), (["ETag": "\"\""], "\"\""), (["ETag": "W/\"a\""], nil), (["ETag": "a"], nil),
            (["ETag": "\"a"], nil), (["ETag": "\"a\"b\""], nil), (["ETag": "\"\u{E9}\""], nil), ([:], nil),
            (["Last-Modified": secondBefore, "Date": date], secondBefore),
            (["Last-Modified": date, "Date": date], nil),
            (["Last-Modified": secondBefore], nil), (["Last-Modified": "yesterday", "Date": date], nil),
            // A weak tag says that the date is no better.
            (["ETag": "W/\"a\"", "Last-Modified": secondBefore, "Date": date], nil),
            (["ETag": "\"a\"", "Last-Modified": secondBefore, "Date": date], "\"a\""),
        ] as [([String: String], String?)])
    func `given a response, when it is asked what proves its bytes, then only what is strong does`(
        fields: [String: String], validator: String?
    ) {
        #expect(RangeValidator(HTTPHeaders(fields))?.field == validator)
    }

    @Test(
        arguments: [
            (["ETag": "\"a\""], true), (["ETag": "\"b\""], false), (["ETag": "W/\"a\""], false), ([:], false),
        ] as [([String: String], Bool)])
    func `given a tag, when a later answer repeats it, then it is of the same bytes`(
        fields: [String: String], matches: Bool
    ) throws {
        let validator = try #require(RangeValidator(HTTPHeaders(["ETag": "\"a\""])))
        #expect(validator.matches(HTTPHeaders(fields)) == matches)
    }

    @Test(
        arguments: [
            (["Last-Modified": secondBefore], true), (["Last-Modified": date], false), ([:], true),
        ] as [([String: String], Bool)])
    func `given a date, when a later answer has another, then it is of other bytes`(
        fields: [String: String], matches: Bool
    ) throws {
        let first = HTTPHeaders(["Last-Modified": Self.secondBefore, "Date": Self.date])
        let validator = try #require(RangeValidator(first))
        #expect(validator.matches(HTTPHeaders(fields)) == matches)
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), ("99999999999999999999999", 2_147_483_648), ("Tue, 14 Nov 2023 22:15:20 GMT", 120),
            ("Tue, 14 Nov 2023 22:00:00 GMT", 0), ("Tuesday, 14-Nov-23 22:15:20 GMT", 120),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_648), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
            ("12 ", nil),
        ] as [(String, Int64?)])
    func `given a Retry-After, when it is read, then it is seconds from now`(field: String, seconds: Int64?) {
        let wait = RetryAfter(field, now: 1_700_000_000)
        #expect(wait?.seconds == seconds)
        #expect(wait?.instant == seconds.map { $0 + 1_700_000_000 })
    }

    @Test(arguments: [(Int64.max, 0), (Int64.min, 2_147_483_648)] as [(Int64, Int64)])
    func `given a clock at its ends, when a date is waited for, then nothing overflows`(now: Int64, seconds: Int64) {
        #expect(RetryAfter("Mon, 01 Jan 1601 00:00:00 GMT", now: now)?.seconds == seconds)
    }

    @Test func `given any day, when its date is written and read, then it is the same`() {
        for day in stride(from: Int64(0), to: 1_000_000, by: 13) {
            let seconds = day * 86400 + (day * 7919) % 86400
            #expect(HTTPDate.seconds(of: HTTPDate.text(of: seconds)) == seconds)
        }
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: .max) == "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    @Test(
        arguments: [
            ("Fri, 30 Feb 2024 00:00:00 GMT", nil), ("Sat, 29 Feb 2025 00:00:00 GMT", nil),
            ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Wed, 31 Apr 2024 00:00:00 GMT", nil),
            ("Wed, 29 Feb 1900 00:00:00 GMT", nil), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ] as [(String, Int64?)])
    func `given a day that its month may not have, when the date is read, then only a day that was is one`(
        text: String, seconds: Int64?
    ) {
        #expect(HTTPDate.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        ("ETag: \"a\rCookie: b\"", "\"a Cookie: b\""), ("ETag: \"a\0b\u{7F}\u{1B}\"", "\"a b  \""),
        ("ETag:\t\"a\tb\" \r", "\"a\tb\""), ("ETag: \u{1}", ""), ("etag:\"ü\"", "\"ü\""),
    ])
    func `given a line with control characters, when it is taken, then its value can be sent again`(
        line: String, value: String
    ) {
        var headers = HTTPHeaders()
        Array(line.utf8).withUnsafeBytes { headers.append(line: $0) }
        #expect(headers.first("etag") == value)
    }

    @Test(
        arguments: [
            (["Cache-Control : no-store"], "no-store"), (["Cache-Control\t:no-store"], "no-store"),
            (["Cache-Control: max-age=60,", "  no-store"], "max-age=60, no-store"),
            (["Cache-Control:", "\tno-store ", " "], "no-store"),
            (["Cache-Control: no-store", " X: y"], "no-store X: y"),
            ([" no-store", "Cache-Control: public"], "public"),
        ] as [([String], String)])
    func `given a field with blanks where none should be, when it is taken, then it counts in full`(
        lines: [String], value: String
    ) {
        var headers = HTTPHeaders()
        for line in lines { Array(line.utf8).withUnsafeBytes { headers.append(line: $0) } }
        #expect(headers.fields == [.init(name: "Cache-Control", value: value)])
    }

    @Test func `given a newer message, when it updates the fields, then its names replace the old ones`() {
        let old = HTTPHeaders([
            .init(name: "ETag", value: "\"a\""), .init(name: "Age", value: "5"), .init(name: "age", value: "6"),
        ])
        let newer = HTTPHeaders([.init(name: "AGE", value: "0"), .init(name: "Content-Length", value: "1")])
        let updated = old.updated(by: newer, except: ["content-length"])
        #expect(updated.fields.map(\.value) == ["\"a\"", "0"])
    }
}

extension HTTPHeaders {
    fileprivate init(_ fields: [String: String]) {
        self.init(fields.map { Field(name: $0.key, value: $0.value) })
    }
}
