#if Fleet

import ArgumentParser
import Foundation
import Rewind
import RewindFleet
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindLink

@Suite(.needsPostgres, .ownThreads) struct FleetServeTests {
    private static let key = String(repeating: "5a", count: 16)
    /// The maximum time for the last server to store everything, in seconds.
    private static let longestWait = 300.0
    private let device: TemporaryFolder
    private let server: TemporaryFolder
    private let sessions: SessionFolder
    private let address: String
    /// The address for the owner of the tables.
    private let owner: String

    init() throws {
        (device, server) = (TemporaryFolder(), TemporaryFolder())
        sessions = SessionFolder(device.url)
        let cluster = try #require(FleetCluster.shared)
        let database = try cluster.createDatabase()
        owner = cluster.address(database)
        _ = try FleetDatabase.initialize(owner)
        let role = "collector_\(database)"
        try PostgresConnection(owner).execute(
            "CREATE ROLE \(role) LOGIN; GRANT rewind_collector TO \(role)"
        )
        address = cluster.address(database, role: role)
    }

    /// The command in a process that ends after a time, or when the file `end` is in its folder.
    private struct Server: Codable {
        let spool: String
        let address: String
        let port: Int
        let seconds: Double

        func run() async throws {
            let (end, file) = (Date(timeIntervalSinceNow: seconds), spool + "/end")
            Thread {
                while end.timeIntervalSinceNow > 0, !FileManager.default.fileExists(atPath: file) { usleep(10_000) }
                kill(getpid(), SIGKILL)
            }.start()
            setenv("REWIND_COLLECT_KEYS", "app=\(FleetServeTests.key)", 1)
            try await FleetServeCommand.parse(["--spool", spool, "--port", "\(port)", "--database", address]).run()
        }
    }

    /// The sessions in the folder of the server.
    private var spooled: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: server.url.path).filter { $0.hasSuffix(".rewind") }
        }
    }

    /// Uploads until `body` returns.
    private func uploading(to port: Int, _ body: () async throws -> Void) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        var times = SessionUpload.times
        times.retry = 0.02...0.1
        let upload = sessions.upload(.all, to: url, key: Self.key, times) { _ in }
        try await body()
        upload.cancel()
    }

    /// Writes a session on the device that was already stored, and erased.
    private func writeErased() throws -> URL {
        let url = device.session("2026-11-24T000000Z.rewind")
        var sample = SampleSession(seed: 99, count: 50)
        sample.facts["id"] = UUID().uuidString
        try sample.write(to: url)
        let fleet = try FleetDatabase(owner)
        _ = try fleet.push(url)
        try fleet.erase(fleet.sessions(FleetFilter()), containing: nil)
        return url
    }

    @Test func `Sessions from devices are in the database once, even if the server is killed`() async throws {
        let erased = try writeErased()
        let rounds = Thoroughness.kills(4)
        var random = SplitMix64(seed: 29)
        let port = 20_000 + Int(getpid()) % 10_000
        for round in 0..<rounds {
            var sample = SampleSession(seed: UInt64(round), count: 20 + random.below(200))
            sample.facts["id"] = UUID().uuidString
            sample.facts["app"] = "Bank of Others"
            let digits = String(1_000_000 + round).dropFirst()
            try sample.write(to: device.session("2026-11-25T\(digits)Z.rewind"))
            let isLast = round == rounds - 1
            let seconds = isLast ? Self.longestWait : Double(300 + random.below(1_700)) / 1_000
            let process = Server(spool: server.url.path, address: address, port: port, seconds: seconds)
            try await uploading(to: port) {
                async let ending: Void = isLast ? endWhenStored() : ()
                await #expect(processExitsWith: .signal(SIGKILL)) { [process = process as Server] in
                    try await process.run()
                }
                try await ending
            }
        }
        let fleet = try FleetDatabase(address)
        #expect(throws: FleetError.unfit(path: erased.path, .forgotten)) { try fleet.push(erased) }
        #expect(LinkMark.isUploaded(erased))
        for url in sessions.sessionURLs() where url.lastPathComponent != erased.lastPathComponent {
            guard case .known = try fleet.push(url) else {
                Issue.record("\(url.lastPathComponent) was not stored")
                return
            }
        }
        #expect(try spooled == [])
        // The name of the key, and not the one in the session.
        #expect(try FleetDatabase(owner).sessions(FleetFilter(app: "app")).count == rounds)
    }

    /// Ends the last process when all sessions were sent and stored.
    private func endWhenStored() async throws {
        let end = Date(timeIntervalSinceNow: Self.longestWait)
        while Date() < end, try sessions.sessionURLs().contains(where: { !LinkMark.isUploaded($0) }) || !spooled.isEmpty
        {
            try await Task.sleep(for: .milliseconds(50))
        }
        try Data().write(to: server.file("end"))
    }
}

#endif
