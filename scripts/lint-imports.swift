import Foundation

// Compares what each file imports with what `swift package dump-package` says its target may import:
//   swift scripts/lint-imports.swift PACKAGE.json
//
// The compiler's own check misses a module that comes along with a dependency; this one reads the import lines.

struct Package: Decodable {
    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]
    }

    /// `{"byName": ["AttachmentDomain", null]}`
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer().decode([String: [String?]].self)
            name = value.values.first?.first.flatMap { $0 } ?? ""
        }
    }

    let products: [Product]
    let targets: [Target]
}

/// Modules of the toolchain that any target may import.
let toolchain: Set<String> = ["Swift", "Glibc", "Synchronization", "Dispatch", "PackageDescription"]
/// C helpers of our own, free for several targets; the module of a library belongs to one.
let sharedHelpers: Set<String> = ["CLinux", "CTesting"]

struct Import: Hashable {
    let module: String
    let place: String
}

func folder(of target: Package.Target) -> String {
    target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
}

func imports(of target: Package.Target) -> [Import] {
    let root = folder(of: target)
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().flatMap { imports(in: "\(root)/\($0)") }
}

func imports(in path: String) -> [Import] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
        guard let match = line.firstMatch(of: importLine) else { return nil }
        return Import(module: String(match.1), place: "\(path):\(number + 1)")
    }
}

nonisolated(unsafe) let importLine =
    #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)/#

/// The targets that a product brings to its user.
func shipped(_ package: Package) -> Set<String> {
    var found: Set<String> = []
    var waiting = package.products.flatMap(\.targets)
    while let name = waiting.popLast() {
        guard found.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        waiting += target.dependencies.map(\.name)
    }
    return found
}

func faults(in package: Package) -> [String] {
    var faults: [String] = []
    let own = Set(package.targets.map(\.name))
    let libraries = Set(package.targets.filter { $0.type == "system" }.map(\.name))
    var users: [String: Set<String>] = [:]

    for target in package.targets where target.type != "system" {
        let declared = Set(target.dependencies.map(\.name))
        let found = imports(of: target)
        for item in found {
            let known = toolchain.union(target.type == "test" ? ["Testing", "Foundation", "FoundationEssentials"] : [])
            if own.contains(item.module) {
                users[item.module, default: []].insert(target.name)
                if !declared.contains(item.module) {
                    faults.append("\(item.place): \(target.name) imports \(item.module) without declaring it")
                }
            } else if !known.contains(item.module) {
                faults.append("\(item.place): \(target.name) may not import \(item.module)")
            }
        }
        // An executable that tests start is a dependency without an import.
        let executables = Set(package.targets.filter { $0.type == "executable" }.map(\.name))
        for name in declared.subtracting(found.map(\.module)).subtracting(executables).sorted() {
            faults.append("Package.swift: \(target.name) declares \(name) and does not import it")
        }
    }
    for library in libraries.subtracting(sharedHelpers).sorted() where users[library, default: []].count > 1 {
        let names = users[library, default: []].sorted().joined(separator: ", ")
        faults.append("Package.swift: \(library) is imported by \(names); a library belongs to one target")
    }
    for name in shipped(package).intersection(["AttachmentTesting", "CTesting"]).sorted() {
        faults.append("Package.swift: a product depends on \(name), which is for tests")
    }
    return faults
}

do {
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "package.json"))
    let found = faults(in: try JSONDecoder().decode(Package.self, from: data))
    for fault in found {
        FileHandle.standardError.write(Data("\(fault)\n".utf8))
    }
    exit(found.isEmpty ? 0 : 1)
} catch {
    FileHandle.standardError.write(Data("lint-imports: \(error)\n".utf8))
    exit(2)
}
