import Testing

@testable import AttachmentCLI

@Suite("URLs inside of text lose their secrets", .timeLimit(.minutes(1)))
struct URLsInTextTests {
    @Test(
        "Given text, when redacted, then query values and credentials go and all else stays",
        arguments: [
            ("", ""), ("no url: here, 12:30 //", "no url: here, 12:30 //"),
            (#"{"a":"https://x/y?k=v&l=w"}"#, #"{"a":"https://x/y?k=REDACTED&l=REDACTED"}"#),
            (#"{"a":"https:\/\/x\/y?k=v"}"#, #"{"a":"https:\/\/x\/y?k=REDACTED"}"#),
            (#"{"a":"{\"b\":\"https://x/?k=v\"}"}"#, #"{"a":"{\"b\":\"https://x/?k=REDACTED\"}"}"#),
            ("see app://u:p@h/x and http://b/?s", "see app://REDACTED@h/x and http://b/?REDACTED"),
            ("https://a/?k=ü\u{301}, then", "https://a/?k=REDACTED then"),
        ])
    func redacts(text: String, expected: String) {
        #expect(URLsInText.redacted(text) == expected)
    }
}
