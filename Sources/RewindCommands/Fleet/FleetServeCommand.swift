#if Fleet

import ArgumentParser
import Foundation
import RewindFleet
import RewindListen

/// `rewind fleet serve`: receives the sessions of devices.
struct FleetServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Receive the sessions of devices, and store them in the database.",
        usage: """
            rewind fleet serve --spool <folder> [--port <port>] [--host <address>] [--session-bytes <count>] \
            [--spool-bytes <count>] [--database <url>]
            """,
        discussion: """
            Apps send sessions with SessionFolder.upload. Complete ones wait in the folder until they are stored. One \
            that does not pass "rewind verify" is moved to quarantine in the folder, with the reason beside it.

            $REWIND_COLLECT_KEYS has the keys of the apps, as in shop=KEY,shop=KEY,bank=KEY. Remove a key from it to \
            revoke it. The connection is not encrypted: let a proxy on this machine add TLS. Press Ctrl-C to stop.

              rewind fleet serve --spool /var/spool/rewind
              rewind fleet serve --spool spool --port 9000
            """
    )

    @Option(
        help: ArgumentHelp("Folder for sessions that are not stored yet", valueName: "folder"),
        completion: .directory
    )
    var spool: String

    @Option(help: "Port to listen on; 0 picks a free one")
    var port: UInt16 = 8000

    @Option(help: ArgumentHelp("Address to listen on", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Maximum size of a session, in bytes", valueName: "count"))
    var sessionBytes: CountArgument = 67_108_864

    @Option(help: ArgumentHelp("Maximum size of all sessions in the folder, in bytes", valueName: "count"))
    var spoolBytes: CountArgument = 4_294_967_296

    @OptionGroup var fleet: FleetOptions

    func run() async throws {
        var limits = CollectLimits()
        limits.sessionBytes = try sessionBytes.number(for: "--session-bytes")
        limits.spoolBytes = try spoolBytes.number(for: "--spool-bytes")
        let keys = try CollectKeys(parsing: ProcessInfo.processInfo.environment[CollectKeys.variable])
        let address = try fleet.address
        let lines = LineWriter()
        try Self.checkDatabase(address, lines)
        let folder = URL(fileURLWithPath: spool)
        try ListenCommand.createFolder(folder)
        let interruption = Interruption.shared
        let termination = interruption.includingTermination()
        defer { termination.cancel() }
        let collector = try Collector(in: folder, keys: keys, limits: limits) { event in
            lines.write("\(event)")
        } store: { url in
            do {
                // The folder has the name of the app whose key the device has.
                let app = url.deletingLastPathComponent().lastPathComponent
                _ = try FleetOptions.open(address).push(url, sentBy: app) { _ in try interruption.check() }
            } catch let error as FleetError {
                guard case .unfit(_, let reason) = error else { throw error }
                throw reason == .forgotten
                    ? CollectRejection.erased("\(error)") : CollectRejection.refused(error.description)
            }
        }
        try await collector.run(host: host, port: Int(port)) { port in
            Output.message("Listening on port \(port); Ctrl-C ends it.")
            await interruption.requested()
        }
    }

    /// Sessions wait for a database that cannot be reached now.
    private static func checkDatabase(_ address: String, _ lines: LineWriter) throws {
        do {
            _ = try FleetOptions.open(address)
        } catch let error as FleetError {
            switch error {
            case .noConnection, .connectionLost: lines.write(error.description)
            default: throw error
            }
        }
    }
}

#endif
