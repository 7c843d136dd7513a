// swift-tools-version: 6.3
import PackageDescription

/// A program for each thing that is fuzzed: libFuzzer looks at every counter of a program after each input, so a small
/// one is asked more often.
func fuzzer(_ name: String, of product: String, on dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzPromises", .product(name: product, package: "attachfetch")] + dependencies,
        swiftSettings: [.treatAllWarnings(as: .error)])
}

// A package of its own, as it can only be linked with libFuzzer, which brings the main function.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "attachfetch", path: "..")],
    targets: [
        .target(name: "FuzzPromises", swiftSettings: [.treatAllWarnings(as: .error)]),
        .systemLibrary(name: "CCurlURL", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        fuzzer("PayloadFuzzer", of: "AttachmentPayload"),
        fuzzer("URLFuzzer", of: "AttachmentPayload", on: ["CCurlURL"]),
        fuzzer("HeadFuzzer", of: "AttachmentKit"),
        fuzzer("RetryFuzzer", of: "AttachmentKit"),
        fuzzer("CodingFuzzer", of: "AttachmentKit"),
        fuzzer("CacheFuzzer", of: "AttachmentPayload"),
        fuzzer("MediaFuzzer", of: "AttachmentInspection"),
    ]
)
