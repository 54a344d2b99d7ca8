// swift-tools-version: 6.2
import PackageDescription

/// Everything that only the tools need. An app that links `Rewind` alone names the package with `traits: []`
/// and fetches no other.
let tools = TargetDependencyCondition.when(traits: ["Tools"])
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: tools
)

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Rewind",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "Rewind", targets: ["Rewind", "Recorder", "ReduxStore"]),
        .library(name: "Replay", targets: ["Replay"]),
        .library(name: "RewindCommands", targets: ["RewindCommands"]),
        .executable(name: "rewind", targets: ["RewindTool"]),
    ],
    traits: [
        .default(enabledTraits: ["Tools"]),
        .trait(name: "Tools", description: "The rewind tool, its commands and the demo."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // In the name is whose it is: the names of targets are unique among all packages of an app.
        .systemLibrary(name: "CRewindSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(name: "StateTree", swiftSettings: strict),
        .target(name: "SessionFile", dependencies: ["CRewindSQLite", "StateTree"], swiftSettings: strict),
        .target(name: "Timeline", dependencies: ["SessionFile", "StateTree"], swiftSettings: strict),
        .target(
            name: "Replay",
            dependencies: ["SessionFile", "StateTree", "Timeline"],
            swiftSettings: strict
        ),
        .target(name: "Recorder", dependencies: ["SessionFile", "StateTree", "Timeline"], swiftSettings: strict),
        .target(name: "ReduxStore", swiftSettings: strict),
        .target(name: "Rewind", dependencies: ["Recorder", "ReduxStore"], swiftSettings: strict),
        .target(name: "ArticleClient", dependencies: ["ReduxStore"], swiftSettings: strict),
        .target(name: "QiitaFixtures", cSettings: [.treatAllWarnings(as: .error)]),
        .target(
            name: "QiitaServer",
            dependencies: [
                "ArticleClient",
                "QiitaFixtures",
                .product(name: "Hummingbird", package: "hummingbird", condition: tools),
                .product(name: "Logging", package: "swift-log", condition: tools),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: tools),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RewindCommands",
            dependencies: ["Replay", "SessionFile", "StateTree", "Timeline", argumentParser],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "RewindTool",
            dependencies: [
                "ArticleClient", "QiitaServer", "Recorder", "ReduxStore", "RewindCommands", "StateTree", argumentParser,
            ],
            swiftSettings: strict
        ),
        .target(name: "TestSupport", dependencies: ["StateTree"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "StateTreeTests", dependencies: ["StateTree", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SessionFileTests",
            dependencies: ["CRewindSQLite", "SessionFile", "StateTree", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TimelineTests",
            dependencies: ["SessionFile", "StateTree", "TestSupport", "Timeline"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RecorderTests",
            dependencies: [
                "Recorder", "ReduxStore", "SessionFile", "StateTree", "TestSupport", "Timeline",
                .product(name: "OpenCombine", package: "OpenCombine", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: ["Replay", "SessionFile", "StateTree", "TestSupport", "Timeline"],
            swiftSettings: strict
        ),
        .testTarget(name: "ReduxStoreTests", dependencies: ["ReduxStore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ArticleClientTests",
            dependencies: ["ArticleClient", "ReduxStore", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "QiitaServerTests",
            dependencies: ["ArticleClient", "QiitaFixtures", "QiitaServer"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindCommandsTests",
            dependencies: ["Replay", "RewindCommands", "SessionFile", "StateTree", "Timeline", argumentParser],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindToolTests",
            dependencies: [
                "ArticleClient", "QiitaServer", "Recorder", "ReduxStore", "Replay", "RewindCommands", "RewindTool",
                "SessionFile", "StateTree", "TestSupport", "Timeline", argumentParser,
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
