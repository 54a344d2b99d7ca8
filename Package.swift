// swift-tools-version: 6.2
import PackageDescription

/// The condition for dependencies that only the tools need. An app that links only `Rewind` adds the package with
/// `traits: []`, and SwiftPM then fetches no other package.
let tools = TargetDependencyCondition.when(traits: ["Tools"])
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: tools
)

let fleet = TargetDependencyCondition.when(traits: ["Fleet"])

/// Apple systems have CryptoKit.
let crypto = Target.Dependency.product(
    name: "Crypto",
    package: "swift-crypto",
    condition: .when(platforms: [.linux], traits: ["Sealing"])
)

/// True in our own builds only: a deprecation in a new SDK must not break the build of an app.
let isStrict = Context.environment["REWIND_STRICT"] != nil
let strictC: [CSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
    + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "Rewind",
    platforms: [
        .macOS(.v14), .macCatalyst(.v16), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1),
    ],
    products: [
        .library(name: "Rewind", targets: ["Rewind"]),
        .library(name: "RewindStore", targets: ["RewindStore"]),
        .library(name: "RewindTravel", targets: ["RewindTravel"]),
        .library(name: "RewindLink", targets: ["RewindLink"]),
        .library(name: "RewindSealing", targets: ["RewindSealing"]),
        .library(name: "RewindAnswers", targets: ["RewindAnswers", "RewindTimeline"]),
        .library(name: "RewindReplay", targets: ["RewindReplay"]),
        .library(name: "RewindCommands", targets: ["RewindCommands", "RewindTerminal"]),
        .library(name: "RewindHTML", targets: ["RewindHTML"]),
        .executable(name: "rewind", targets: ["RewindTool"]),
    ],
    traits: [
        .default(enabledTraits: ["Tools"]),
        .trait(name: "Tools", description: "The rewind tool, its commands and the demo."),
        .trait(name: "Fleet", description: "The command rewind fleet, which needs libpq."),
        .trait(name: "Sealing", description: "The commands rewind keys and unseal, and RewindSealing on Linux."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
    ],
    targets: [
        // The prefix keeps the name unique: an app cannot have two targets with the same name, even in two packages.
        .systemLibrary(name: "CRewindSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(
            name: "CRewindPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(name: "RewindTree", swiftSettings: strict),
        .target(
            name: "RewindSession",
            dependencies: ["CRewindSQLite", "RewindTree"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: strict
        ),
        .target(
            name: "RewindTimeline",
            dependencies: ["CRewindSQLite", "RewindSession", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindAnswers",
            dependencies: ["RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindRemote",
            dependencies: ["CRewindSQLite", "RewindSession", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindUpkeep",
            dependencies: ["CRewindSQLite", "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindReplay",
            dependencies: ["Rewind", "RewindAnswers", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindBridge",
            dependencies: ["Rewind", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "Rewind",
            dependencies: ["CRewindSQLite", "RewindSession", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindTravel",
            dependencies: ["Rewind", "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(
            name: "RewindLink",
            dependencies: ["CRewindSQLite", "Rewind", "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: strict
        ),
        .target(name: "RewindSealing", dependencies: ["RewindSession", crypto], swiftSettings: strict),
        .target(name: "RewindStore", dependencies: ["Rewind"], swiftSettings: strict),
        .target(name: "RewindHTML", swiftSettings: strict),
        .target(
            name: "ArticleClient",
            dependencies: ["RewindHTML", "RewindStore"],
            path: "Sources/Examples/ArticleClient",
            swiftSettings: strict
        ),
        .target(
            name: "RewindServer",
            dependencies: [
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: tools),
                .product(name: "NIOCore", package: "swift-nio", condition: tools),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: tools),
                .product(name: "NIOPosix", package: "swift-nio", condition: tools),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: tools),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "QiitaFixtures",
            path: "Sources/Examples/QiitaFixtures",
            exclude: ["JSON"],
            cSettings: strictC
        ),
        .target(
            name: "QiitaServer",
            dependencies: [
                "ArticleClient", "QiitaFixtures", "RewindServer",
                .product(name: "NIOCore", package: "swift-nio", condition: tools),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: tools),
                .product(name: "NIOPosix", package: "swift-nio", condition: tools),
            ],
            path: "Sources/Examples/QiitaServer",
            swiftSettings: strict
        ),
        .target(
            name: "RewindInspectorPage",
            exclude: ["Page", "jsconfig.json", "package.json", "types.d.ts"],
            cSettings: strictC
        ),
        .target(
            name: "RewindInspector",
            dependencies: [
                "RewindAnswers", "RewindBridge", "RewindHTML", "RewindInspectorPage", "RewindRemote", "RewindReplay",
                "RewindServer", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RewindListen",
            dependencies: [
                "RewindBridge", "RewindRemote", "RewindServer", "RewindSession", "RewindTimeline", "RewindTree",
                "RewindUpkeep",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RewindFleet",
            dependencies: [
                "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep",
                .target(name: "CRewindPostgres", condition: fleet),
            ],
            swiftSettings: strict
        ),
        .target(name: "RewindTerminal", swiftSettings: strict),
        .target(
            name: "RewindCommands",
            dependencies: [
                "RewindAnswers", "RewindBridge", "RewindHTML", "RewindInspector", "RewindListen", "RewindRemote",
                "RewindReplay", "RewindServer", "RewindSession", "RewindTerminal", "RewindTimeline", "RewindTree",
                "RewindUpkeep", argumentParser,
                .target(name: "RewindFleet", condition: fleet),
                .target(name: "RewindSealing", condition: .when(traits: ["Sealing"])),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "RewindTool",
            dependencies: [
                "ArticleClient", "QiitaServer", "Rewind", "RewindStore", "RewindCommands", "RewindSession",
                "RewindTimeline", "RewindTravel", "RewindTree", "RewindUpkeep", argumentParser,
            ],
            swiftSettings: strict
        ),
        .target(name: "CTestSupport", path: "Tests/CTestSupport", cSettings: strictC),
        .target(
            name: "TestSupport",
            dependencies: [
                "CTestSupport", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep",
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "RewindTreeTests", dependencies: ["RewindTree", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "RewindSessionTests",
            dependencies: [
                "CRewindSQLite", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindTimelineTests",
            dependencies: [
                "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep", "TestSupport",
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindAnswersTests",
            dependencies: ["RewindAnswers", "RewindSession", "RewindTimeline", "RewindTree", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindRemoteTests",
            dependencies: ["RewindRemote", "RewindSession", "RewindTree", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindUpkeepTests",
            dependencies: ["RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindTests",
            dependencies: [
                "CTestSupport", "Rewind", "RewindSession", "RewindStore", "RewindTimeline", "RewindTree",
                "RewindUpkeep", "TestSupport",
                .product(name: "BitCollections", package: "swift-collections", condition: tools),
                .product(name: "DequeModule", package: "swift-collections", condition: tools),
                .product(name: "OrderedCollections", package: "swift-collections", condition: tools),
                .product(name: "OpenCombine", package: "OpenCombine", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindTravelTests",
            dependencies: [
                "CTestSupport", "Rewind", "RewindAnswers", "RewindRemote", "RewindReplay", "RewindSession",
                "RewindStore", "RewindTimeline", "RewindTravel", "RewindTree", "RewindUpkeep", "TestSupport",
                .product(name: "OpenCombine", package: "OpenCombine", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindLinkTests",
            dependencies: [
                "Rewind", "RewindLink", "RewindListen", "RewindRemote", "RewindServer", "RewindSession", "RewindStore",
                "RewindTimeline", "RewindTravel", "RewindTree", "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindReplayTests",
            dependencies: [
                "Rewind", "RewindAnswers", "RewindReplay", "RewindSession", "RewindStore", "RewindTimeline",
                "RewindTree", "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindBridgeTests",
            dependencies: [
                "RewindBridge", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "RewindStoreTests", dependencies: ["RewindStore", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "RewindHTMLTests", dependencies: ["RewindHTML"], swiftSettings: strict),
        .testTarget(
            name: "ArticleClientTests",
            dependencies: ["ArticleClient", "RewindHTML", "RewindStore", "RewindTree", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "QiitaServerTests",
            dependencies: ["ArticleClient", "QiitaFixtures", "QiitaServer"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindInspectorTests",
            dependencies: [
                "RewindAnswers", "RewindBridge", "RewindInspector", "RewindInspectorPage", "RewindReplay",
                "RewindServer", "RewindSession", "RewindTimeline", "RewindTree", "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "RewindServerTests", dependencies: ["RewindServer", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "RewindListenTests",
            dependencies: [
                "RewindListen", "RewindRemote", "RewindServer", "RewindSession", "RewindTimeline", "RewindTree",
                "RewindUpkeep", "TestSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindFleetTests",
            dependencies: [
                "Rewind", "RewindFleet", "RewindLink", "RewindListen", "RewindSession", "RewindTimeline", "RewindTree",
                "RewindUpkeep", "TestSupport", argumentParser,
                .target(name: "RewindCommands", condition: fleet),
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindSealingTests",
            dependencies: [
                "RewindSealing", "RewindSession", "TestSupport", argumentParser, crypto,
                .target(name: "RewindCommands", condition: .when(traits: ["Sealing"])),
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindTerminalTests",
            dependencies: ["RewindTerminal", "RewindTree", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindCommandsTests",
            dependencies: [
                "RewindAnswers", "RewindBridge", "RewindCommands", "RewindInspector", "RewindListen", "RewindRemote",
                "RewindReplay", "RewindServer", "RewindSession", "RewindTerminal", "RewindTimeline", "RewindTree",
                "RewindUpkeep", "TestSupport", argumentParser,
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RewindToolTests",
            dependencies: [
                "ArticleClient", "QiitaServer", "Rewind", "RewindAnswers", "RewindCommands", "RewindHTML",
                "RewindInspector", "RewindReplay", "RewindStore", "RewindTool", "RewindSession", "RewindTimeline",
                "RewindTravel", "RewindTree", "RewindUpkeep", "TestSupport", argumentParser,
                .product(name: "Subprocess", package: "swift-subprocess", condition: tools),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
