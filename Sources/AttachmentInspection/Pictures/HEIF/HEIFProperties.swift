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
            try apply(properties[index - 1], boxes)
        }
    }

    private mutating func apply(_ property: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) {
        switch property.kind {
        case "ispe":
            guard stored == nil, let width = try boxes.number(in: property, at: 4),
                let height = try boxes.number(in: property, at: 8)
            else { return }
            stored = PixelSize(width: width, height: height)
            shown = stored
        case "clap":
            guard let width = try fraction(at: 0, property, boxes), let height = try fraction(at: 8, property, boxes),
                let size = shown, width <= size.width, height <= size.height
            else { return }
            shown = PixelSize(width: width, height: height)
        case "irot": if try boxes.number(in: property, at: 0, count: 1).map({ $0 & 1 }) == 1 { shown = shown?.turned }
        default: break
        }
    }

    /// A fraction of two numbers, to the next whole number; nil where it is none or less than 1.
    private func fraction(
        at distance: Int64, _ property: ISOBox, _ boxes: ISOBoxes
    ) throws(InspectionFault) -> Int? {
        guard let above = try boxes.number(in: property, at: distance),
            let below = try boxes.number(in: property, at: distance + 4), below > 0, above >= below
        else { return nil }
        return Int((above + below / 2) / below)
    }

    /// `ipma` (9.3): the numbers of the properties of an item, counted from 1. There may be several boxes.
    private static func indices(of item: UInt64, in box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> [Int] {
        for list in try boxes.list(in: box.body) where list.kind == "ipma" {
            if let found = try indices(of: item, inList: list, boxes) { return found }
        }
        return []
    }

    private static func indices(
        of item: UInt64, inList list: ISOBox, _ boxes: ISOBoxes
    ) throws(InspectionFault) -> [Int]? {
        guard let flags = try boxes.number(in: list, at: 0) else { return nil }
        let idBytes = flags >> 24 == 0 ? 2 : 4
        let width = flags & 1 == 1 ? 2 : 1
        var distance: Int64 = 8
        while boxes.bytes.takes(), let id = try boxes.number(in: list, at: distance, count: idBytes),
            let count = try boxes.number(in: list, at: distance + Int64(idBytes), count: 1)
        {
            distance += Int64(idBytes) + 1
            if id == item { return try indices(at: distance, Int(count), width, in: list, boxes) }
            distance += Int64(count) * Int64(width)
        }
        return nil
    }

    /// The highest bit of each says that the property is essential.
    private static func indices(
        at start: Int64, _ count: Int, _ width: Int, in list: ISOBox, _ boxes: ISOBoxes
    ) throws(InspectionFault) -> [Int] {
        var indices: [Int] = []
        for place in 0..<count {
            guard let index = try boxes.number(in: list, at: start + Int64(place * width), count: width) else { break }
            indices.append(Int(index & (width == 1 ? 0x7F : 0x7FFF)))
        }
        return indices
    }
}
