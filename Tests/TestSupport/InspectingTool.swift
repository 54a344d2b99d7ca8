import Foundation

/// The tool while it shows a page.
package enum InspectingTool {
    struct NoAddress: Error {}

    /// Runs it, gives `body` the address that it prints, and presses Ctrl-C then.
    ///
    /// - Returns: the exit status.
    @discardableResult
    package static func run(
        _ tool: URL,
        _ arguments: [String],
        in folder: URL,
        _ body: (String) async throws -> Void
    ) async throws -> Int32 {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let result: Result<Void, any Error>
        do {
            var text = ""
            while !text.contains("\n") {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { throw NoAddress() }
                text += String(decoding: data, as: UTF8.self)
            }
            result = .success(try await body(text.trimmingCharacters(in: .newlines)))
        } catch {
            result = .failure(error)
        }
        process.interrupt()
        let end = ContinuousClock.now + .seconds(20)
        while process.isRunning, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try result.get()
        guard !process.isRunning else { return -1 }
        return process.terminationStatus
    }
}
