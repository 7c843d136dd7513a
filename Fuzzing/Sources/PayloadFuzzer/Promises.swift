import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import AttachmentURL
import FuzzPromises

/// The tokenizer takes exactly what the grammar allows, and what it takes has one canonical form.
func checkGrammar(_ bytes: [UInt8]) {
    let document = parsed(bytes)
    if let expected = ReferenceGrammar.accepts(bytes) {
        require(expected == (document != nil), "the grammar \(expected ? "allows" : "forbids") this text")
    }
    guard let document else { return }
    require(document.root.textRange.upperBound <= bytes.count, "the root ends inside the text")
    let canonical = CanonicalJSON.text(of: document.root)
    guard let again = parsed(Array(canonical.utf8)) else { fail("the canonical form is JSON: \(canonical)") }
    require(CanonicalJSON.text(of: again.root).utf8.elementsEqual(canonical.utf8), "the canonical form stays as it is")
    checkValues(document.root)
}

/// Each value on its own reads as it does in the document. Not all of a deep document, which would take a square time.
private func checkValues(_ root: JSONValue) {
    var waiting = [root]
    for _ in 0..<64 {
        guard let value = waiting.popLast() else { return }
        waiting += value.elements.map(\.self) + value.members.map(\.value)
        guard let alone = parsed(Array(value.sourceBytes)) else { fail("a value is JSON: \(value.sourceText)") }
        require(alone.root.kind == value.kind, "a value alone has its kind")
        require(
            CanonicalJSON.text(of: alone.root).utf8.elementsEqual(CanonicalJSON.text(of: value).utf8),
            "a value alone has its canonical form")
        _ = (value.string, value.double, value.int, value.bool)
    }
}

/// Any input has payloads or a fault, and a fault lies inside the input.
func checkInput(_ bytes: [UInt8]) {
    do throws(JSONFault) {
        for entry in try PayloadInput(bytes).entries.prefix(100) {
            if case .failure(let fault) = entry.payload { check(fault, of: bytes) }
        }
    } catch {
        check(error, of: bytes)
    }
}

private func check(_ fault: JSONFault, of bytes: [UInt8]) {
    require(0...bytes.count ~= fault.offset && fault.line > 0 && fault.column > 0, "a fault has a place")
}

/// Any JSON value has an answer, and what it tells stands where it says.
func checkPayload(_ bytes: [UInt8]) {
    guard let document = parsed(bytes) else { return }
    let payload = reader.read(document.root)
    for (media, request) in zip(payload.media, payload.requests) {
        checkPlace(media.url, media.jsonPointer, media.innerPointer, in: document.root)
        guard let again = try? RequestURL.parse(request.text) else {
            fail("what is asked for is a URL: \(request.text)")
        }
        require(again == request, "normalising twice changes nothing: \(request.text)")
        guard let long = try? RequestURL.parse(bytes: Array(media.url.utf8)) else { fail("bytes are read like text") }
        require(long == request, "one pass says what the long way says: \(media.url)")
    }
    for media in payload.elsewhere { checkPlace(media.url, media.jsonPointer, media.innerPointer, in: document.root) }
    checkText(PayloadReport(reader.outline(document.root), reader: reader))
    checkText(payload.storedPush(receivedAt: 1))
}

private func checkPlace(_ url: String, _ pointer: String, _ inner: String?, in root: JSONValue) {
    var value = JSONPointer(pointer).flatMap { root.value(at: $0) }
    if let inner {
        // Text inside such text continues the way of the outer one: which of the two is not told.
        guard inner.isEmpty == false, let text = value?.string, let document = parsed(Array(text.utf8)) else { return }
        value = JSONPointer(inner).flatMap { document.root.value(at: $0) }
        if value == nil { return }
    }
    require(value?.isString(url) == true, "the URL stands at \(pointer) \(inner ?? "")")
}

private func checkText(_ value: some Encodable) {
    do {
        require(parsed(try JSONText.encode(value)) != nil, "what is printed is JSON")
    } catch {
        fail("everything can be printed: \(error)")
    }
}

private let reader: PayloadReader = {
    var policy = PayloadPolicy()
    policy.mediaPointers = ["/data/*/url", "/*"]
    do {
        return try PayloadReader(policy: policy)
    } catch {
        fail("the policy is right: \(error)")
    }
}()

private func parsed(_ bytes: [UInt8]) -> JSONDocument? {
    try? JSONDocument(bytes)
}
