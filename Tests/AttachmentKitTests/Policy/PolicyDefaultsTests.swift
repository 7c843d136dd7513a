import AttachmentDomain
import AttachmentJSON
import Testing

@testable import AttachmentKit

@Suite("The policy file of the repository and its schema say what the code says", .timeLimit(.minutes(1)))
struct PolicyDefaultsTests {
    @Test("Given cache-policy.json, when read, then it is the built-in policy with every key written out")
    func fileEqualsDefaults() throws {
        let file = try PolicyFile.read(RepositoryFiles.bytes(of: "cache-policy.json"), path: "/r/cache-policy.json")
        #expect(file.policy == CachePolicy())
        for leaf in try file.leaves() {
            #expect(file.source(of: leaf.key) != .builtIn, "\(leaf.key) is not written out")
        }
    }

    @Test("Given the values of CachePolicy, when printed, then the table of keys has the same names in the same order")
    func keysEqualValues() throws {
        var policy = CachePolicy()
        let profile = try #require(policy.profiles["ios"])
        policy.profiles = Profiles([("NAME", profile)])
        policy.profiles["NAME"]?.limits = MediaLimits(image: .full, audio: .full, video: .full)
        policy.profiles["NAME"]?.reportedLimits = MediaLimits(image: .full, audio: .full, video: .full)
        policy.networks = NetworkLinks([("NAME", NetworkLink(bytesPerSecond: 1, roundTripMilliseconds: 1))])
        let printed = try EffectivePolicy(policy: policy).leaves().map(\.key)
        let known = CachePolicy.shape.leaves.map { $0.drop { $0 == "." } }
        #expect(
            known.filter { !$0.contains("[]") }
                == printed.filter { $0 != "types" && $0 != "network.headers" }.map { $0[...] })
        #expect(
            known.filter { $0.contains("[]") } == [
                "network.headers[].origin", "network.headers[].name", "network.headers[].valueFile", "types[].mime",
                "types[].aliases", "types[].uti", "types[].extension", "types[].kind",
            ])
    }

    @Test("Given the schema, when compared with the table of keys, then both know the same keys in the same order")
    func schemaEqualsKeys() throws {
        let schema = try Schema()
        #expect(schema.leaves == CachePolicy.shape.leaves)
    }

    @Test("Given the limits and enumerations of the schema, when tried, then the reader draws the same lines")
    func schemaLimitsHold() throws {
        for leaf in try Schema().rules {
            for text in leaf.accepted {
                #expect(faults(leaf.file(with: text)) == [], "\(leaf.key) = \(text)")
            }
            for text in leaf.refused {
                #expect(faults(leaf.file(with: text)).count == 1, "\(leaf.key) = \(text)")
            }
        }
    }

    /// The faults of one value; that the entry around it lacks other members is no matter here.
    private func faults(_ text: String) -> [PolicyFault] {
        do {
            _ = try PolicyFile.read(Array(text.utf8), path: "/p.json")
            return []
        } catch .invalid(_, let faults) {
            return faults.filter { !$0.explanation.hasPrefix("lacks ") }
        } catch {
            Issue.record("\(error)")
            return []
        }
    }
}

extension MediaLimit {
    fileprivate static let full = MediaLimit(maxBytes: 1, maxSeconds: 1, maxPixels: 1)
}

/// The schema as far as these tests read it.
private struct Schema {
    let document: JSONDocument

    init() throws {
        document = try JSONDocument(RepositoryFiles.bytes(of: "schema/cache-policy.schema.json"))
    }

    /// The keys in full, as `PolicyShape.leaves` writes them.
    var leaves: [String] { nodes.map(\.key) }

    /// What each leaf accepts and refuses, so far as the schema tells.
    var rules: [Node] { nodes.filter { !$0.accepted.isEmpty } }

    private var nodes: [Node] {
        var nodes: [Node] = []
        collect(document.root, key: "", into: &nodes)
        return nodes
    }

    private func collect(_ node: JSONValue, key: String, into nodes: inout [Node]) {
        let node = resolved(node)
        if let properties = node["properties"] {
            for member in properties.members where !member.name.hasPrefix("$") {
                collect(member.value, key: "\(key).\(member.name)", into: &nodes)
            }
        } else if let entry = node["additionalProperties"], entry.kind == .object {
            collect(entry, key: "\(key).NAME", into: &nodes)
        } else if let items = node["items"], items["properties"] != nil {
            collect(items, key: "\(key)[]", into: &nodes)
        } else {
            nodes.append(Node(key: key, schema: node))
        }
    }

    /// The schema behind `anyOf` with null and behind a reference into `$defs`.
    private func resolved(_ node: JSONValue) -> JSONValue {
        let choice = node["anyOf"].flatMap { Array($0.elements).first } ?? node
        guard let reference = choice["$ref"]?.string, let pointer = JSONPointer(String(reference.dropFirst())) else {
            return choice
        }
        return document.root.value(at: pointer) ?? choice
    }
}

/// One leaf of the schema.
private struct Node {
    let key: String
    let schema: JSONValue

    private var isList: Bool { schema["items"] != nil }
    private var rule: JSONValue { schema["items"] ?? schema }

    var accepted: [String] {
        // The deadline's two numbers limit one another besides.
        if key.hasPrefix(".deadline.") {
            return []
        }
        return limits("minimum", "maximum", step: 0) + enumeration
    }

    var refused: [String] {
        limits("minimum", step: -1) + limits("maximum", step: 1) + (enumeration.isEmpty ? [] : ["\"other\"", "1"])
            + (allowsNull ? [] : ["null"])
    }

    private var allowsNull: Bool {
        schema["type"].map { Array($0.elements).contains { $0.string == "null" } } ?? false
    }

    private var enumeration: [String] {
        rule["enum"].map { $0.elements.map(\.sourceText) } ?? []
    }

    private func limits(_ names: String..., step: Double) -> [String] {
        names.compactMap { rule[$0]?.double }.map { limit in
            limit + step == (limit + step).rounded() ? "\(Int64(limit + step))" : "\(limit + step)"
        }
    }

    /// A policy file that gives this key alone that value.
    func file(with value: String) -> String {
        let steps = key.split(separator: ".").map(String.init)
        return steps.reversed().reduce(isList ? "[\(value)]" : value) { inner, step in
            step.hasSuffix("[]") ? #"{"\#(step.dropLast(2))":[\#(inner)]}"# : #"{"\#(step)":\#(inner)}"#
        }
    }
}
