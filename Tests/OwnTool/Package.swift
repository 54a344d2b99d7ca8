// swift-tools-version: 6.2
import PackageDescription

/// As in new Xcode projects: code is isolated to the main actor by default.
let onMainActor: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "OwnTool",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "rewind", path: "../.."),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    ],
    targets: [
        .target(
            name: "Counter",
            dependencies: [
                .product(name: "Rewind", package: "rewind"), .product(name: "RewindStore", package: "rewind"),
            ]
        ),
        .executableTarget(
            name: "my-rewind",
            dependencies: ["Counter", .product(name: "RewindCommands", package: "rewind")]
        ),
        .executableTarget(
            name: "counter-app",
            dependencies: [
                "Counter", .product(name: "Rewind", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"), .product(name: "RewindTravel", package: "rewind"),
            ]
        ),
        .executableTarget(
            name: "main-actor-6",
            dependencies: [
                .product(name: "Rewind", package: "rewind"), .product(name: "RewindCommands", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"), .product(name: "RewindTravel", package: "rewind"),
            ],
            swiftSettings: onMainActor + [.swiftLanguageMode(.v6)]
        ),
        // The same sources, as symbolic links.
        .executableTarget(
            name: "main-actor-5",
            dependencies: [
                .product(name: "Rewind", package: "rewind"), .product(name: "RewindCommands", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"), .product(name: "RewindTravel", package: "rewind"),
            ],
            swiftSettings: onMainActor + [
                .swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures"),
            ]
        ),
        .testTarget(
            name: "OwnToolTests",
            dependencies: [
                "Counter",
                "counter-app",
                "main-actor-5",
                "main-actor-6",
                "my-rewind",
                .product(name: "Rewind", package: "rewind"),
                .product(name: "RewindReplay", package: "rewind"),
                .product(name: "RewindStore", package: "rewind"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]
        ),
    ]
)
