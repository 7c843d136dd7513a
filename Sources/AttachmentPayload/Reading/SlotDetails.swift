import AttachmentDomain
import AttachmentJSON

/// What a payload says about media beside their URL. Values of the wrong type say nothing.
struct SlotDetails {
    let finder: PlaceFinder
    let match: PlaceFinder.Match
    let shared: SharedSlot

    private var slot: MediaSlot { shared.value }

    func describe(_ reference: inout MediaReference) {
        if let path = slot.hint, let hint = text(path), !hint.isEmpty {
            reference.typeHint = hint
            let kind = TypeHint.kind(of: hint)
            if kind != .unknown { reference.kind = kind }
        }
        let id = id
        reference.id = id
        if let paths = slot.options { reference.options = options(paths) }
        if let paths = slot.locale { reference.locale = locale(paths) }
        if let id, let path = slot.thumbnailID, let thumbnail = identifier(path), thumbnail.utf8.elementsEqual(id.utf8)
        {
            reference.thumbnail = true
        }
    }

    private func value(_ path: PayloadPath) -> JSONValue? {
        finder.value(path, beside: match, of: slot.path)
    }

    private func text(_ path: PayloadPath) -> String? { value(path)?.string }

    private var id: String? {
        switch slot.id {
        case .none: nil
        case .key: match.key
        case .at(let path): identifier(path)
        case .atOrKey(let path): identifier(path) ?? match.key
        }
    }

    private func identifier(_ path: PayloadPath) -> String? {
        value(path).flatMap { $0.string ?? $0.numberText }
    }

    private func options(_ paths: OptionPaths) -> AttachmentOptions? {
        let options = AttachmentOptions(
            hidden: paths.hidden.flatMap(value)?.bool, time: paths.time.flatMap(number),
            clip: paths.clip.flatMap(value).flatMap(clip))
        return options == AttachmentOptions() ? nil : options
    }

    /// A finite number: an infinite one could not be printed.
    private func number(_ path: PayloadPath) -> Double? {
        value(path).flatMap(Self.finite)
    }

    private func clip(_ value: JSONValue) -> AttachmentOptions.Clip? {
        func side(_ name: String, _ geometryName: String) -> Double? {
            (value[name] ?? value[geometryName]).flatMap(Self.finite)
        }
        guard let x = side("x", "X"), let y = side("y", "Y"), let width = side("width", "Width"),
            let height = side("height", "Height")
        else { return nil }
        return AttachmentOptions.Clip(x: x, y: y, width: width, height: height)
    }

    private static func finite(_ value: JSONValue) -> Double? {
        value.double.flatMap { $0.isFinite ? $0 : nil }
    }

    /// `de-AT`, or `de` without a country.
    private func locale(_ paths: LocalePaths) -> String? {
        guard let language = text(paths.language), !language.isEmpty else { return nil }
        guard let country = text(paths.country), !country.isEmpty else { return language }
        return language + "-" + country
    }
}
