import ArgumentParser
import Foundation
import RewindListen
import RewindRemote
import RewindTerminal
import RewindTimeline

/// `rewind listen`: records apps on other machines, and JavaScript apps.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Record apps on other machines, and apps with Redux DevTools.",
        usage: "rewind listen [--dir <folder>] [--port <port>] [--host <address>]",
        discussion: """
            Each store is recorded into its own session, which all commands can read meanwhile. undo, redo, goto, \
            dispatch, travel and the inspector control the app through it.

            By default, only apps on this machine can connect. With --host, other machines can, and every app needs \
            the token in the printed settings. It stays the same until the file .rewind-token is removed. The \
            connection is not encrypted. Press Ctrl-C to stop.

              rewind listen --dir sessions
              rewind listen --host 192.168.1.20
            """
    )

    @Option(
        help: ArgumentHelp("Folder for the sessions; created if it does not exist", valueName: "folder"),
        completion: .directory
    )
    var dir = "."

    @Option(help: "Port to listen on; 0 picks a free one")
    var port: UInt16 = 8000

    @Option(help: ArgumentHelp("Address to listen on", valueName: "address"))
    var host = "127.0.0.1"

    func run() async throws {
        let folder = URL(fileURLWithPath: dir)
        try Self.createFolder(folder)
        let interruption = Interruption.shared
        let termination = interruption.includingTermination()
        defer { termination.cancel() }
        let names = SessionNames(folder)
        let lines = LineWriter()
        let report: @Sendable (ListenEvent) -> Void = { lines.write(TerminalText.line("\($0)")) }
        let receiver = LinkReceiver(names, report: report)
        let listener = Listener(in: folder, naming: names, link: receiver, report: report)
        let watching = Task { await receiver.watch() }
        defer { watching.cancel() }
        do {
            try await listener.run(host: host, port: Int(port)) { address in
                Output.message("Listening on port \(address.port); Ctrl-C ends it.")
                for line in Self.settings(for: address) { lines.write(line) }
                await interruption.requested()
            }
        } catch {
            await receiver.close()
            throw error
        }
        await receiver.close()
    }

    /// Returns the settings of apps that connect to an address.
    private static func settings(for address: LinkAddress) -> [String] {
        let isEverywhere = ["0.0.0.0", "::"].contains(address.host)
        let host = isEverywhere ? ProcessInfo.processInfo.hostName : address.host
        let link = LinkAddress(host: host, port: address.port, token: address.token)
        let server = "hostname: \"\(host)\", port: \(address.port)"
        return [
            "Swift app:      \(LinkAddress.variable)=\(link)",
            address.isLocal
                ? "Redux DevTools: \(server)"
                : "Redux DevTools: socketOptions: { \(server), query: { token: \"\(address.token)\" } }",
        ]
    }

    static func createFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError.noFolder(path: folder.relativePath)
        }
    }
}

/// Prints whole lines from any thread.
final class LineWriter: Sendable {
    private let lock = NSLock()

    func write(_ line: String) {
        lock.withLock {
            Output.line(line)
            // The reader of a pipe sees each line at once.
            try? Output.finish()
        }
    }
}
