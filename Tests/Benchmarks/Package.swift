// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "rewind", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "figures",
            dependencies: [
                .product(name: "Rewind", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
                .product(name: "RewindTimeline", package: "rewind"),
            ],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                // What is measured here the package keeps to itself. Nobody depends on this executable.
                .unsafeFlags(["-Xfrontend", "-disable-access-control"]),
            ]
        )
    ]
)
