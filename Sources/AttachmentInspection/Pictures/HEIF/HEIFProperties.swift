/// What the properties of an item say of its size (ISO/IEC 23008-12 6.5).
struct HEIFProperties {
    private(set) var stored: PixelSize?
    private(set) var shown: PixelSize?

    /// Properties that are looked at; a picture of hundreds of tiles has some for each.
    private static let limit = 8192

    /// The properties of that item, in the order in which they apply.
    init(of item: UInt64, in box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) {
        guard let container = try boxes.first("ipco", in: box.body) else { return }
        let indices = try Self.indices(of: item, in: box, boxes)
        let properties = try boxes.list(in: container.body, limit: Self.limit)
        for index in indices where index > 0 && index <= properties.count {
            try apply(properties[index - 1], boxes.bytes)
        }
    }

    private mutating func apply(_ property: ISOBox, _ bytes: ByteReader) throws(InspectionFault) {
        let start = property.body.lowerBound
        switch property.kind {
        case "ispe":
            guard stored == nil, let width = try bytes.bigEndian(at: start + 4),
                let height = try bytes.bigEndian(at: start + 8)
            else { return }
            stored = PixelSize(width: width, height: height)
            shown = stored
        case "clap":
            guard let width = try fraction(at: start, bytes), let height = try fraction(at: start + 8, bytes),
                let size = shown, width <= size.width, height <= size.height
            else { return }
            shown = PixelSize(width: width, height: height)
        case "irot": if try bytes.byte(at: start).map({ $0 & 1 == 1 }) == true { shown = shown?.turned }
        default: break
        }
    }

    /// A fraction of two numbers, to the next whole number; nil where it is none or less than 1.
    private func fraction(at offset: Int64, _ bytes: ByteReader) throws(InspectionFault) -> Int? {
        guard let above = try bytes.bigEndian(at: offset), let below = try bytes.bigEndian(at: offset + 4), below > 0,
            above >= below
        else { return nil }
        return Int((above + below / 2) / below)
    }

    /// `ipma` (9.3): the numbers of the properties of an item, counted from 1. There may be several boxes.
    private static func indices(of item: UInt64, in box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> [Int] {
        for list in try boxes.list(in: box.body) where list.kind == "ipma" {
            if let found = try indices(of: item, inList: list, boxes.bytes) { return found }
        }
        return []
    }

    private static func indices(
        of item: UInt64, inList list: ISOBox, _ bytes: ByteReader
    ) throws(InspectionFault) -> [Int]? {
        guard let flags = try bytes.bigEndian(at: list.body.lowerBound) else { return nil }
        let idBytes = flags >> 24 == 0 ? 2 : 4
        let width = flags & 1 == 1 ? 2 : 1
        var offset = list.body.lowerBound + 8
        while offset < list.body.upperBound, bytes.takes(), let id = try bytes.bigEndian(at: offset, count: idBytes),
            let count = try bytes.byte(at: offset + Int64(idBytes))
        {
            offset += Int64(idBytes) + 1
            if id == item { return try indices(at: offset, Int(count), width, bytes) }
            offset += Int64(count) * Int64(width)
        }
        return nil
    }

    /// The highest bit of each says that the property is essential.
    private static func indices(
        at offset: Int64, _ count: Int, _ width: Int, _ bytes: ByteReader
    ) throws(InspectionFault) -> [Int] {
        var indices: [Int] = []
        for place in 0..<count {
            guard let index = try bytes.bigEndian(at: offset + Int64(place * width), count: width) else { break }
            indices.append(Int(index & (width == 1 ? 0x7F : 0x7FFF)))
        }
        return indices
    }
}
