import AttachmentDomain
import CSQLite

/// The row on which a statement stands: valid until the statement moves on, so it is read and let go at once.
struct Row {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    /// The UTF-8 text; ill-formed parts, which only damage can bring, become U+FFFD.
    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The bytes of a blob or text.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        // The pointer is asked for first, since it decides the encoding that the count is of (sqlite3_column_blob).
        let base = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(statement, column)))
    }

    func digest(_ column: Int32) -> Digest? { Digest(bytes: blob(column)) }

    func generation(_ column: Int32) -> Generation { Generation(bits: UInt64(bitPattern: integer(column))) }
}
