// swift-tools-version: 6.2
import PackageDescription

/// The tested code needs the counters of libFuzzer for guided fuzzing.
let fuzzed: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer,address"]),
]

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    targets: [
        // The libraries are symbolic links to Rewind's sources: built here, they have counters, and `package` symbols
        // are visible.
        .systemLibrary(name: "CRewindSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(name: "RewindTree", swiftSettings: fuzzed),
        .target(name: "RewindSession", dependencies: ["CRewindSQLite", "RewindTree"], swiftSettings: fuzzed),
        .target(
            name: "RewindTimeline",
            dependencies: ["CRewindSQLite", "RewindSession", "RewindTree"],
            swiftSettings: fuzzed
        ),
        .target(
            name: "RewindRemote",
            dependencies: ["CRewindSQLite", "RewindSession", "RewindTree"],
            swiftSettings: fuzzed
        ),
        .target(
            name: "RewindUpkeep",
            dependencies: ["CRewindSQLite", "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: fuzzed
        ),
        .target(name: "Rewind", dependencies: ["RewindSession", "RewindTree"], swiftSettings: fuzzed),
        .target(
            name: "RewindBridge",
            dependencies: ["Rewind", "RewindSession", "RewindTimeline", "RewindTree"],
            swiftSettings: fuzzed
        ),
        .target(
            name: "RewindListen",
            dependencies: ["RewindBridge", "RewindRemote", "RewindSession", "RewindTimeline", "RewindTree"],
            // The rest needs a server.
            exclude: [
                "Access", "Collect", "DevTools/DevToolsClient.swift", "Link", "ListenResponder.swift", "Listener.swift",
            ],
            swiftSettings: fuzzed
        ),
        .systemLibrary(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CLibFuzzer", "RewindBridge", "RewindListen", "RewindSession", "RewindTimeline", "RewindTree",
                "RewindUpkeep",
            ],
            swiftSettings: fuzzed,
            // gold, the default on Linux, cannot link AddressSanitizer's runtime into a program with a main function.
            linkerSettings: [
                .unsafeFlags(["-sanitize=fuzzer,address"]),
                .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
