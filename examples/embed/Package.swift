// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "embed",
    dependencies: [.package(name: "attachfetch", path: "../..")],
    targets: [
        .executableTarget(
            name: "embed", dependencies: [.product(name: "AttachmentKit", package: "attachfetch")])
    ]
)
