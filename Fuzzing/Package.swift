// swift-tools-version: 6.3
import PackageDescription

// A package of its own, as it can only be linked with libFuzzer, which brings the main function.
let package = Package(
    name: "fuzzing",
    dependencies: [.package(name: "attachfetch", path: "..")],
    targets: [
        .executableTarget(
            name: "PayloadFuzzer", dependencies: [.product(name: "AttachmentPayload", package: "attachfetch")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
