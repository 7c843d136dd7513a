/// Writes a value in the one form that equal values share.
///
/// No blanks; members sorted by code point, of duplicates the last; numbers as written; strings with the shortest
/// escapes: `\"` `\\` `\b` `\f` `\n` `\r` `\t`, other control characters as `\u00xx` in lower case, all else as itself
/// in UTF-8, and U+FFFD for surrogates that form no pair.
///
/// The text is never built: it streams to the sink in pieces of up to 64 KiB. Memory: four bytes for each member of the
/// objects that are open at a time. Iterative, so depth costs no stack.
public enum CanonicalJSON {
    /// Writes the value.
    ///
    /// - Parameters:
    ///   - value: with all that it holds.
    ///   - name: a member of the outermost object that is left out; nil for none.
    ///   - sink: takes each piece; the pointer is valid during the call alone.
    public static func write(
        _ value: JSONValue, leavingOut name: String? = nil, into sink: (UnsafeRawBufferPointer) -> Void
    ) {
        value.text.read { text in
            withoutActuallyEscaping(sink) { sink in
                var writer = CanonicalWriter(text: text, output: CanonicalOutput(sink: sink))
                writer.write(from: value.offset, leavingOut: name)
            }
        }
    }

    /// The canonical text of a small value.
    public static func text(of value: JSONValue, leavingOut name: String? = nil) -> String {
        var bytes: [UInt8] = []
        write(value, leavingOut: name) { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
