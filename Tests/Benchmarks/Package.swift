// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "rewind", path: "../..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "figures",
            dependencies: [
                .product(name: "Rewind", package: "rewind"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                // What is measured here the package keeps to itself. Nobody depends on this executable.
                .unsafeFlags(["-Xfrontend", "-disable-access-control"]),
            ]
        )
    ]
)
