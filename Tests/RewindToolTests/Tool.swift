import Foundation
import Subprocess
import TestSupport

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The `rewind` executable that was built with these tests.
enum Tool {
    /// The result of a run.
    struct Answer: Sendable {
        let status: TerminationStatus
        let output: String
        let errors: String

        /// The lines of the output.
        var lines: [Substring] { output.split(whereSeparator: \.isNewline) }
    }

    private final class Mark {}

    /// The URL of the executable, beside the bundle or the executable of the tests.
    static let url: URL = {
        #if canImport(Darwin)
        let tests = Bundle(for: Mark.self).bundleURL
        #else
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("rewind")
    }()

    /// Runs the tool to its end.
    static func run(
        _ arguments: String...,
        in folder: TemporaryFolder,
        executable: URL = url,
        environment: [Environment.Key: String?] = [:]
    ) async throws -> Answer {
        try await run(arguments, in: folder, executable: executable, environment: environment)
    }

    /// Runs the tool to its end.
    static func run(
        _ arguments: [String],
        in folder: TemporaryFolder,
        executable: URL = url,
        environment: [Environment.Key: String?] = [:]
    ) async throws -> Answer {
        let result = try await Subprocess.run(
            configuration(arguments, in: folder, executable: executable, environment: environment),
            output: .bytes(limit: 1 << 28),
            error: .bytes(limit: 1 << 20)
        )
        return Answer(
            status: result.terminationStatus,
            output: String(decoding: result.standardOutput, as: UTF8.self),
            errors: String(decoding: result.standardError, as: UTF8.self)
        )
    }

    /// Runs a shell script in which `$REWIND` is the tool.
    static func shell(_ script: String, in folder: TemporaryFolder) async throws -> Answer {
        try await run(["-c", script], in: folder, executable: URL(fileURLWithPath: "/bin/sh"))
    }

    /// Returns the configuration of a run: in `folder`, with an environment that does not depend on the user's.
    static func configuration(
        _ arguments: [String],
        in folder: TemporaryFolder,
        executable: URL = url,
        environment: [Environment.Key: String?] = [:]
    ) -> Configuration {
        let fixed: [Environment.Key: String?] = [
            "TZ": "UTC", "COLUMNS": "80", "NO_COLOR": nil, "TERM": "xterm", "REWIND": url.path,
            // On a terminal, too, output must not be delayed.
            "REWIND_PAGER": "cat", "REWIND_SESSION": nil, "REWIND_HISTORY": "",
            "XDG_CONFIG_HOME": folder.url.appending(path: ".config").path,
        ]
        return Configuration(
            executable: .path(FilePath(executable.path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(fixed.merging(environment) { $1 }),
            workingDirectory: FilePath(folder.url.path)
        )
    }
}
