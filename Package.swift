// swift-tools-version: 6.3
import PackageDescription

/// One set of rules for every Swift target: explicit imports, explicit existentials, and no warning left standing.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A Debian library: its module map and shim header stand in `Sources/NAME`.
func systemLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func room(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "attachfetch",
    products: [
        .executable(name: "attachfetch", targets: ["attachfetch"]),
        .library(name: "AttachmentKit", targets: ["AttachmentKit"]),
        // Reading alone, for who fetches by other means, and for the fuzzer.
        .library(name: "AttachmentPayload", targets: ["AttachmentJSON", "AttachmentPayload"]),
        // Recognising and measuring media alone, for who has the bytes already, and for the fuzzer.
        .library(name: "AttachmentInspection", targets: ["AttachmentDomain", "AttachmentInspection"]),
    ],
    targets: [
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("ssl")]),
        systemLibrary("CAres", pkgConfig: "libcares", package: "libc-ares-dev"),
        systemLibrary("CIDN2", pkgConfig: "libidn2", package: "libidn2-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        systemLibrary("CMagic", pkgConfig: "libmagic", package: "libmagic-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        .target(name: "CLinux"),
        .target(name: "CTesting", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),

        room("AttachmentDomain", on: []),
        room("AttachmentJSON", on: ["AttachmentDomain"]),
        room("AttachmentThreads", on: ["CLinux"]),
        room("AttachmentCrypto", on: ["AttachmentDomain", "CCrypto"]),
        room("AttachmentCompression", on: ["CZlib"]),
        room("AttachmentURL", on: ["AttachmentDomain", "CIDN2"]),
        room(
            "AttachmentPayload",
            on: ["AttachmentDomain", "AttachmentJSON", "AttachmentURL", "AttachmentCrypto"]),
        room(
            "AttachmentFetch",
            on: [
                "AttachmentDomain", "AttachmentThreads", "AttachmentURL", "AttachmentCrypto", "AttachmentCompression",
                "CCurl", "CAres",
            ]),
        room("AttachmentInspection", on: ["AttachmentDomain", "AttachmentCompression", "CMagic"]),
        room(
            "AttachmentStore",
            on: [
                "AttachmentDomain", "AttachmentThreads", "AttachmentJSON", "AttachmentCrypto", "CSQLite", "CLinux",
            ]),
        room(
            "AttachmentKit",
            on: [
                "AttachmentDomain", "AttachmentThreads", "AttachmentJSON", "AttachmentCrypto", "AttachmentURL",
                "AttachmentPayload", "AttachmentFetch", "AttachmentInspection", "AttachmentStore", "CLinux",
            ]),
        room(
            "AttachmentCLI",
            on: [
                "AttachmentDomain", "AttachmentThreads", "AttachmentJSON", "AttachmentURL", "AttachmentPayload",
                "AttachmentStore", "AttachmentKit",
            ]),
        .executableTarget(
            name: "attachfetch", dependencies: ["AttachmentCLI"], path: "Sources/AttachmentTool",
            swiftSettings: settings),

        room("AttachmentTesting", on: ["AttachmentDomain", "CTesting"]),
        .executableTarget(
            name: "attachfetch-origin", dependencies: ["AttachmentTesting"], path: "Sources/AttachmentOrigin",
            swiftSettings: settings),

        .executableTarget(
            name: "attachfetch-bench", dependencies: ["AttachmentDomain", "AttachmentKit", "AttachmentTesting"],
            path: "Benchmarks/AttachmentBench", swiftSettings: settings),

        .target(
            name: "AttachmentCorpus", dependencies: ["AttachmentDomain", "AttachmentJSON", "AttachmentInspection"],
            path: "Benchmarks/AttachmentCorpus", swiftSettings: settings),
        .executableTarget(
            name: "attachfetch-corpus", dependencies: ["AttachmentDomain", "AttachmentCorpus"],
            path: "Benchmarks/CorpusTool", swiftSettings: settings),

        tests("AttachmentDomainTests", on: ["AttachmentDomain"]),
        tests("AttachmentThreadsTests", on: ["AttachmentThreads"]),
        tests("AttachmentJSONTests", on: ["AttachmentDomain", "AttachmentJSON"]),
        tests("AttachmentCryptoTests", on: ["AttachmentDomain", "AttachmentCrypto"]),
        tests("AttachmentURLTests", on: ["AttachmentDomain", "AttachmentURL"]),
        tests(
            "AttachmentPayloadTests",
            on: ["AttachmentDomain", "AttachmentJSON", "AttachmentPayload"]),
        tests(
            "AttachmentFetchTests",
            on: ["AttachmentDomain", "AttachmentCrypto", "AttachmentURL", "AttachmentFetch", "AttachmentTesting"]),
        tests(
            "AttachmentInspectionTests", on: ["AttachmentDomain", "AttachmentInspection", "AttachmentCorpus"]),
        tests(
            "AttachmentStoreTests",
            on: ["AttachmentDomain", "AttachmentCrypto", "AttachmentStore", "AttachmentTesting"]),
        tests("AttachmentTestingTests", on: ["AttachmentDomain", "AttachmentTesting"]),
        tests(
            "AttachmentKitTests",
            on: [
                "AttachmentDomain", "AttachmentJSON", "AttachmentKit", "AttachmentStore", "AttachmentTesting",
                "AttachmentURL",
            ]),
        tests(
            "AttachmentCLITests",
            on: ["AttachmentDomain", "AttachmentJSON", "AttachmentCLI", "AttachmentTesting"]),
    ]
)
