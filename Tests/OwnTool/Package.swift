// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OwnTool",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "rewind", path: "../..")
    ],
    targets: [
        .target(name: "Counter", dependencies: [.product(name: "Rewind", package: "rewind")]),
        .executableTarget(
            name: "my-rewind",
            dependencies: ["Counter", .product(name: "RewindCommands", package: "rewind")]
        ),
        .testTarget(
            name: "OwnToolTests",
            dependencies: [
                "Counter",
                "my-rewind",
                .product(name: "Replay", package: "rewind"),
                .product(name: "Rewind", package: "rewind"),
            ]
        ),
    ]
)
