import Foundation
import Testing

/// An app with the main actor as its default isolation, in Swift 6 mode and in Swift 5 mode: the conformances of its
/// types are isolated, so that off the actor an `encode(to:)` may trap, and a cast fails silently.
@Suite struct MainActorTests {
    /// The result of a process.
    private struct Outcome: Equatable {
        var status: Int32
        var output: String
    }

    private static let apps = ["main-actor-5", "main-actor-6"]
    private static let durabilities = ["buffered", "crashSafe", "powerSafe"]

    private static func run(_ app: String, _ arguments: [String]) throws -> Outcome {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = OwnToolTests.executable(named: app)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }

    /// Runs the app so that it records itself. Returns the path of the session and the app's output.
    private static func recording(_ app: String, _ durability: String, _ way: String, in folder: URL) throws
        -> (file: String, outcome: Outcome)
    {
        let file = folder.appendingPathComponent("\(app)-\(durability)-\(way).rewind").path
        return (file, try run(app, ["record", file, durability, way]))
    }

    private static func problem(of type: String) -> String {
        """
        \(type): Its conformance to Encodable is isolated to an actor, so values are encoded where they are dispatched. \
        Those of a nonisolated type cost less: they are encoded in the background.

        """
    }

    @Test(
        arguments: apps,
        ["middleware", "reducer", "record", "dispatcher", "travel", "background"]
    )
    func `The recording of an app on the main actor is sound and can be re-run`(app: String, way: String) throws {
        try OwnToolTests.temporary { folder in
            for durability in Self.durabilities {
                let (file, outcome) = try Self.recording(app, durability, way, in: folder)
                let count = ["middleware": 10, "travel": 9][way] ?? 8
                #expect(outcome.status == 0)
                #expect(outcome.output.hasPrefix("\(count) recorded, 0 dropped\n"))
                // If the dispatching thread encodes actions anyway, isolated ones cost no more than others.
                let types = ["AppState"] + (durability == "crashSafe" || durability == "powerSafe" ? [] : Self.actions)
                if way != "background" {
                    let problems = types.map { Self.problem(of: $0) }.joined()
                    #expect(outcome.output == "\(count) recorded, 0 dropped\n" + problems)
                }
                #expect(try Self.run(app, ["verify", file]).status == 0)
                let replay = try Self.run(app, ["replay", file, "--verify"])
                #expect(replay == Outcome(status: 0, output: "no divergence: \(count) actions re-run\n"))
            }
        }
    }

    private static let actions = ["Fail", "Load", "Navigation", "Tag"]

    @Test(arguments: apps, durabilities)
    func `The states of an app on the main actor are recorded by their encoding`(app: String, durability: String) throws
    {
        try OwnToolTests.temporary { folder in
            let (file, _) = try Self.recording(app, durability, "reducer", in: folder)
            #expect(try Self.run(app, ["show", file, "2", "/tags", "--json"]).output == #"["a","b","c"]"# + "\n")
            #expect(try Self.run(app, ["show", file, "end", "/visits", "--json"]).output == #"{"stocks":1}"# + "\n")
            #expect(try Self.run(app, ["show", file, "0", "/items", "--json"]).output == #"{"items":[]}"# + "\n")
        }
    }

    @Test(arguments: apps)
    func `The test that the tool exports is on the main actor`(app: String) throws {
        try OwnToolTests.temporary { folder in
            let (file, _) = try Self.recording(app, "crashSafe", "reducer", in: folder)
            let test = try Self.run(app, ["export", "test", file, "..3"])
            #expect(test.status == 0)
            #expect(test.output.contains("\n@MainActor @Suite struct "))
        }
    }

    @Test(arguments: apps, durabilities)
    func `A state of slices on the main actor is recorded by its encoding`(
        app: String,
        durability: String
    ) throws {
        try OwnToolTests.temporary { folder in
            let (file, outcome) = try Self.recording(app, durability, "slices", in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.output.hasPrefix("8 recorded, 0 dropped\n" + Self.problem(of: "AppState")))
            for seq in 2...8 {
                let tags = try Self.run(app, ["show", file, "\(seq)", "/tags", "--json"])
                #expect(tags.output == #"["a","b","c"]"# + "\n")
            }
            #expect(try Self.run(app, ["show", file, "0", "/app/tags", "--json"]).output == #"["b"]"# + "\n")
            #expect(try Self.run(app, ["verify", file]).status == 0)
        }
    }
}
