import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The tool while it serves a page.
package enum InspectingTool {
    struct NoAddress: Error {}

    /// Runs the tool, calls `body` with the printed address, and then presses Ctrl-C.
    ///
    /// - Returns: The exit status; -1 if the tool had to be killed.
    @discardableResult
    package static func run(
        _ tool: URL,
        _ arguments: [String],
        in folder: URL,
        _ body: (String) async throws -> Void
    ) async throws -> Int32 {
        var alarm: Task<Void, any Error>?
        defer { alarm?.cancel() }
        let outcome = try await Subprocess.run(
            .path(FilePath(tool.path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(["XDG_CONFIG_HOME": folder.appending(path: ".config").path]),
            workingDirectory: FilePath(folder.path),
            input: .none,
            output: .sequence,
            error: .discarded
        ) { execution in
            var output = execution.standardOutput.makeAsyncIterator()
            let result: Result<Void, any Error>
            do {
                var text = ""
                while !text.contains("\n") {
                    guard let buffer = try await output.next() else { throw NoAddress() }
                    text += buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                }
                result = .success(try await body(text.trimmingCharacters(in: .newlines)))
            } catch {
                result = .failure(error)
            }
            try? execution.send(signal: .interrupt)
            alarm = Task {
                try await Task.sleep(for: .seconds(20))
                try execution.send(signal: .kill)
            }
            // The rest of the output must be read.
            while let _ = try await output.next() {}
            return result
        }
        try outcome.closureResult.get()
        if case .exited(let status) = outcome.terminationStatus { return status }
        return -1
    }
}
