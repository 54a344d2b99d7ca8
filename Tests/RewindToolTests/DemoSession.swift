import Foundation
import Subprocess
import TestSupport
import Testing

/// The session that `rewind demo` records, recorded once for all tests.
enum DemoSession {
    private static let recording = Task {
        let folder = TemporaryFolder()
        let answer = try await Tool.run("demo", "--output", "demo.rewind", "--json", in: folder)
        try #require(answer.status == .exited(0), "\(answer.errors)")
        let count = try #require(try JSON.object(answer.output)["actions"] as? Int)
        return (bytes: try folder.read("demo.rewind"), actionCount: count)
    }

    /// The bytes of the file.
    static var bytes: Data {
        get async throws { try await recording.value.bytes }
    }

    /// The number of actions in it.
    static var actionCount: Int {
        get async throws { try await recording.value.actionCount }
    }

    /// Returns a new folder with a copy of the session, `demo.rewind`.
    static func folder() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try folder.write(try await bytes, to: "demo.rewind")
        return folder
    }

    /// Calls `body` with a folder that holds only a copy of the session, `a.rewind`.
    static func copied<T>(_ body: (TemporaryFolder) async throws -> T) async throws -> T {
        let folder = TemporaryFolder()
        try folder.write(try await bytes, to: "a.rewind")
        return try await body(folder)
    }
}
