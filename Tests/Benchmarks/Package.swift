// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "rewind", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        // A symbolic link to Rewind's sources: built here, `package` symbols are visible.
        .target(
            name: "PatchTree",
            swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
        ),
        .executableTarget(
            name: "figures",
            dependencies: [
                "CSQLite",
                "PatchTree",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Rewind", package: "rewind"),
                .product(name: "RewindLink", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
                .product(name: "RewindAnswers", package: "rewind"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]
        ),
    ]
)
