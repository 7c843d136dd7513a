import CZlib
import FuzzPromises

@testable import AttachmentFetch

/// The bytes packed by zlib itself. A deflate stream has its wrapping at odd levels, and none at even ones.
func packed(_ bytes: [UInt8], _ coding: ContentCoding, level: Int32) -> [UInt8] {
    let window: Int32 = coding == .gzip ? 15 + 16 : level % 2 == 1 ? 15 : -15
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let code = deflateInit2_(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    require(code == Z_OK, "zlib packs")
    defer { deflateEnd(&stream) }
    return bytes.withUnsafeBufferPointer { input in
        let room = Int(deflateBound(&stream, UInt(input.count)))
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(room)
            require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib packs all of it")
            count = room - Int(stream.avail_out)
        }
    }
}
