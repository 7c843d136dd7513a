import AttachmentDomain
import AttachmentURL
import Testing

@Suite("keeping secrets out of messages", .timeLimit(.minutes(1)))
struct RedactionTests {
    @Test(arguments: [
        ("https://h/a.png", "https://h/a.png"),
        ("https://h/a?b=c", "https://h/a?b=REDACTED"),
        ("https://h/a?b=c&d=e=f&g&&h=", "https://h/a?b=REDACTED&d=REDACTED&REDACTED&&h=REDACTED"),
        ("https://h/a?", "https://h/a?"),
        ("https://h/a?b=c#d", "https://h/a?b=REDACTED#REDACTED"),
        ("https://h/a#access_token=s", "https://h/a#REDACTED"),
        ("https://u:p@h/a@b", "https://REDACTED@h/a@b"),
        ("https://u:p@x@h", "https://REDACTED@h"),
        ("http:u:p@h", "http:REDACTED@h"),
        ("http:\\\\u:p@h\\a", "http:\\\\REDACTED@h\\a"),
        ("//u:p@h/a", "//REDACTED@h/a"),
        ("u:p@h/a", "u:REDACTED@h/a"),
        ("https://h/a?\u{301}b=secret", "https://h/a?\u{301}b=REDACTED"),
        ("", ""),
    ])
    func `given a URL with secrets, when it is shown, then they are not`(given: String, shown: String) {
        #expect(RequestURL.redact(given) == shown)
    }

    @Test func `given a URL that was read, when it is shown, then query values are not`() throws {
        let url = try RequestURL.parse("https://cdn.example.com/a?X-Amz-Signature=abc&e")
        let long = try RequestURL.parse("https://h/" + String(repeating: "é", count: 10_000))
        #expect(long.redacted == "https://h/" + String(repeating: "%C3%A9", count: 83) + "%C3%… (60,010 bytes)")
        #expect(url.redacted == "https://cdn.example.com/a?X-Amz-Signature=REDACTED&REDACTED")
    }

    @Test func `given faults of URLs with secrets, when they are explained, then nothing of the URL is repeated`() {
        for text in ["https://u:hush@h/", "https://h/\\?k=hush", "https://h /?k=hush", "hush?k", "https://h:x:y/?hush"]
        {
            #expect {
                try RequestURL.parse(text)
            } throws: { error in
                (error as? URLFault).map { !$0.explanation.contains("hush") && !$0.remedy.isEmpty } ?? false
            }
        }
    }
}
