import Foundation
import Subprocess
import TestSupport
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The tool while it listens, and apps in Node that it records.
struct Listening: Sendable {
    /// True if Node is installed.
    static let isPossible = node != nil

    /// The folder of the apps.
    private static let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/devtools").standardizedFileURL
    private static let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    let folder: TemporaryFolder
    let port: Int
    /// The process of the tool.
    let pid: Int32

    /// Runs `rewind listen` while `body` runs, then ends it with a signal.
    ///
    /// - Returns: How the tool ended.
    @discardableResult
    static func run(
        _ arguments: String...,
        in folder: TemporaryFolder,
        sessions: URL? = nil,
        endingWith signal: Signal = .interrupt,
        _ body: (Listening) async throws -> Void
    ) async throws -> TerminationStatus {
        // That of an earlier run has another port.
        try? FileManager.default.removeItem(at: folder.file("port"))
        let given = arguments.joined(separator: " ")
        let script = "exec $REWIND listen --port 0 --dir '\(sessions?.path ?? ".")' \(given) > lines 2> port"
        let outcome = try await Subprocess.run(
            Tool.configuration(["-c", script], in: folder, executable: URL(fileURLWithPath: "/bin/sh")),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let result: Result<Void, any Error>
            do {
                var port: Int?
                try await waitUntil {
                    let text = folder.exists("port") ? String(decoding: try folder.read("port"), as: UTF8.self) : ""
                    port = text.firstMatch(of: #/on port ([0-9]+); .*\n/#).flatMap { Int($0.1) }
                    return port != nil
                }
                let listening = Listening(
                    folder: folder,
                    port: port ?? 0,
                    pid: Int32(execution.processIdentifier.value)
                )
                result = .success(try await body(listening))
            } catch {
                result = .failure(error)
            }
            try? execution.send(signal: signal)
            return result
        }
        try outcome.closureResult.get()
        return outcome.terminationStatus
    }

    /// The printed lines about apps.
    var lines: [String] {
        get throws {
            String(decoding: try folder.read("lines"), as: UTF8.self).split(separator: "\n").map { String($0) }
        }
    }

    /// Runs a script of the folder of the apps to its end. Returns its output.
    func node(_ script: String, _ arguments: String...) async throws -> String {
        let file = Self.apps.appending(path: script).path
        let executable = URL(fileURLWithPath: Self.node ?? "node")
        return try await Tool.run([file] + arguments, in: folder, executable: executable).output
    }

    /// Runs an app while `body` runs.
    func app(_ arguments: String..., body: (App) async throws -> Void) async throws {
        let id = UUID().uuidString
        let (commands, states) = (folder.file("commands-\(id)"), "states-\(id)")
        mkfifo(commands.path, 0o600)
        // Opened for reading, too, so that neither side waits for the other.
        let pipe = open(commands.path, O_RDWR)
        defer { close(pipe) }
        let node = Self.node ?? "node"
        let words = ([Self.apps.appending(path: "run.mjs").path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let script = words.replacing("PORT", with: String(port))
        let outcome = try await Subprocess.run(
            Tool.configuration(
                ["-c", "exec \(node) \(script) < \(commands.lastPathComponent) > \(states) 2> errors-\(id)"],
                in: folder,
                executable: URL(fileURLWithPath: "/bin/sh")
            ),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let result: Result<Void, any Error>
            do {
                let app = App(folder: folder, states: states, errors: "errors-\(id)", pipe: pipe)
                try await app.wait(for: "connected")
                result = .success(try await body(app))
            } catch {
                result = .failure(error)
            }
            try? execution.send(signal: .kill)
            return result
        }
        try outcome.closureResult.get()
    }

    /// A running app.
    struct App {
        struct Failed: Error {
            let errors: String
        }

        let folder: TemporaryFolder
        let states: String
        let errors: String
        let pipe: Int32

        /// Sends a line: an action, or what else `run.mjs` accepts.
        func send(_ line: String) {
            let bytes = Array((line + "\n").utf8)
            _ = write(pipe, bytes, bytes.count)
        }

        /// Waits until the last printed line, which is a state or `connected`, is `line`.
        func wait(for line: String) async throws {
            try await waitUntil {
                let errors = folder.exists(errors) ? String(decoding: try folder.read(errors), as: UTF8.self) : ""
                guard errors.isEmpty else { throw Failed(errors: errors) }
                guard folder.exists(states) else { return false }
                return String(decoding: try folder.read(states), as: UTF8.self).hasSuffix("\(line)\n")
            }
        }
    }
}
