/// The items of a `meta` box (ISO/IEC 14496-12 8.11): which are pictures to be shown, and where their data are.
struct HEIFItems {
    private struct Item {
        let id: UInt64
        let type: FourCC
        let isHidden: Bool
    }

    /// Items and references that are kept.
    static let limit = 65_536

    let start: Int64
    let bytes: ByteReader
    private let boxes: ISOBoxes
    private let primary: UInt64
    private var items: [Item] = []
    private var references: HEIFReferences
    private var properties: ISOBox?
    private var locations: ISOBox?
    private var ownData: ISOBox?

    /// The codecs of pictures by FFmpeg's names; items of other types are metadata.
    private static let codecs: [FourCC: String] = [
        "hvc1": "hevc", "hev1": "hevc", "lhv1": "hevc", "hvt1": "hevc", "av01": "av1", "avc1": "h264", "vvc1": "vvc",
        "jpeg": "jpeg", "j2k1": "jpeg2000", "unci": "rawvideo",
    ]
    /// Pictures that are put together of others. A tone map (`tmap`) is another version of the primary picture.
    private static let derived: Set<FourCC> = ["grid", "iovl", "iden"]

    /// Nil where no item is said to be the primary one.
    init?(_ meta: ISOBox, in bytes: ByteReader) throws(InspectionFault) {
        boxes = ISOBoxes(bytes: bytes)
        self.bytes = bytes
        start = meta.body.lowerBound
        references = HEIFReferences(bytes: bytes)
        var primary: UInt64?
        for box in try boxes.list(in: min(start + 4, meta.body.upperBound)..<meta.body.upperBound) {
            switch box.kind {
            case "pitm":
                let isLong = try boxes.number(in: box, at: 0, count: 1) != 0
                primary = try boxes.number(in: box, at: 4, count: isLong ? 4 : 2)
            case "iinf": items = try Self.items(box, boxes)
            case "iref": try references.read(box)
            case "iprp": properties = box
            case "iloc": locations = box
            case "idat": ownData = box
            default: break
            }
        }
        guard let primary else { return nil }
        self.primary = primary
    }

    /// `iinf` and its `infe` boxes of version 2 or 3 (8.11.6).
    private static func items(_ list: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> [Item] {
        let bytes = boxes.bytes
        var items: [Item] = []
        var offset = list.body.lowerBound + (try bytes.byte(at: list.body.lowerBound) == 0 ? 6 : 8)
        while offset < list.body.upperBound, items.count < limit, bytes.takes(),
            let box = try boxes.box(at: offset, before: list.body.upperBound)
        {
            offset = box.body.upperBound
            guard let flags = try boxes.number(in: box, at: 0), flags >> 24 >= 2 else { continue }
            let isLong = flags >> 24 > 2
            guard let id = try boxes.number(in: box, at: 4, count: isLong ? 4 : 2),
                let type = try boxes.number(in: box, at: isLong ? 10 : 8)
            else { continue }
            items.append(Item(id: id, type: FourCC(type), isHidden: flags & 1 == 1))
        }
        return items
    }

    /// The pictures that stand for themselves: the primary one, and others that are neither thumbnail, nor alpha, depth
    /// or gain map, nor a part of another.
    var pictures: Int {
        items.count { item in
            if item.id == primary { return true }
            guard !item.isHidden, Self.codecs[item.type] != nil || Self.derived.contains(item.type) else {
                return false
            }
            return !references.dependent.contains(item.id)
        }
    }

    /// The codec of the primary picture, or of the first part of it.
    func codec() throws(InspectionFault) -> String? {
        var id = primary
        // A part may be put together itself.
        for _ in 0..<4 {
            guard let item = items.first(where: { $0.id == id }) else { return nil }
            if let codec = Self.codecs[item.type] { return codec }
            guard let part = references.firstParts[id] else { return nil }
            id = part
        }
        return nil
    }

    func primaryProperties() throws(InspectionFault) -> HEIFProperties? {
        guard let properties else { return nil }
        return try HEIFProperties(of: primary, in: properties, boxes)
    }

    /// The byte behind the last one of any item; nil where the primary one has none.
    func dataEnd() throws(InspectionFault) -> Int64? {
        guard let locations else { return nil }
        var reader = HEIFLocations(bytes: bytes, ownData: ownData?.body)
        try reader.read(locations, primary: primary)
        let isCoded = items.contains { $0.id == primary && Self.codecs[$0.type] != nil }
        return isCoded && !reader.hasPrimary ? nil : reader.end
    }
}

/// How items refer to each other (8.11.12).
struct HEIFReferences {
    let bytes: ByteReader
    /// Thumbnails, auxiliary pictures, and parts of others.
    private(set) var dependent: Set<UInt64> = []
    /// The first part of each picture that is put together.
    private(set) var firstParts: [UInt64: UInt64] = [:]

    init(bytes: ByteReader) {
        self.bytes = bytes
    }

    mutating func read(_ box: ISOBox) throws(InspectionFault) {
        let isLong = try bytes.byte(at: box.body.lowerBound) != 0
        let boxes = ISOBoxes(bytes: bytes)
        var offset = box.body.lowerBound + 4
        while offset < box.body.upperBound, dependent.count < HEIFItems.limit, bytes.takes(),
            let reference = try boxes.box(at: offset, before: box.body.upperBound)
        {
            try take(reference, isLong, boxes)
            offset = reference.body.upperBound
        }
    }

    private mutating func take(
        _ reference: ISOBox, _ isLong: Bool, _ boxes: ISOBoxes
    ) throws(InspectionFault) {
        let width = isLong ? 4 : 2
        guard let from = try boxes.number(in: reference, at: 0, count: width) else { return }
        switch reference.kind {
        case "thmb", "auxl": dependent.insert(from)
        case "dimg":
            for distance in stride(from: Int64(width) + 2, to: Int64(reference.body.count), by: width) {
                guard dependent.count < HEIFItems.limit, bytes.takes(),
                    let to = try boxes.number(in: reference, at: distance, count: width)
                else { return }
                dependent.insert(to)
                if firstParts[from] == nil { firstParts[from] = to }
            }
        default: break
        }
    }
}
