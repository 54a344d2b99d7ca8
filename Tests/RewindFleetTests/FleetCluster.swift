#if Fleet

import Foundation
import RewindFleet
import TestSupport
import Testing

/// A PostgreSQL server in a temporary folder, which ends with the process of the tests.
///
/// Safe to share because its state only changes under `lock`.
final class FleetCluster: @unchecked Sendable {
    /// The server of all suites; nil if PostgreSQL is not installed.
    static let shared = FleetCluster("shared")

    /// Runs initdb and postgres, which refuse to run as root. The server ends with the process of the tests; a file
    /// named crash ends it at once, as a crash does, and starts it again.
    private static let script = """
        set -u
        folder=$1
        run() {
            if [ "$(id -u)" = 0 ]; then
                exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
            fi
            exec "$@"
        }
        start() {
            run postgres -D data -k "$folder" -c listen_addresses= -c fsync=off -c max_connections=50 \\
                -c log_min_messages=fatal >>postgres.log 2>&1 </dev/null &
            server=$!
        }
        if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
        cd "$folder"
        (run initdb --pgdata=data --username=rewind --auth=trust --no-sync --encoding=UTF8 >initdb.log 2>&1)
        start
        while kill -0 "$2"; do
            if [ -e crash ]; then
                kill -KILL $server
                wait $server
                rm crash
            fi
            # The first try after a crash can find the memory of the old server in use.
            kill -0 $server || start
            sleep 0.1
        done
        kill -QUIT $server
        wait $server
        cd /
        rm -rf "$folder"
        """

    let folder: URL
    private let programs: String
    private let lock = NSLock()
    private var count = 0

    /// Starts a server; nil if PostgreSQL is not installed.
    init?(_ name: String) {
        guard let programs = Self.findPrograms() else { return nil }
        self.programs = programs
        // Short, as the path of a socket has at most 107 bytes.
        folder = URL(fileURLWithPath: "/tmp/rewind-fleet-\(getpid())-\(name)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try start()
        } catch {
            return nil
        }
    }

    /// Returns the folder of the server's programs.
    private static func findPrograms() -> String? {
        let folders =
            (1...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/opt/homebrew/bin", "/usr/local/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }

    private func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder.path, String(getpid())]
        process.environment = ["PATH": "\(programs):/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        // Otherwise whoever reads the output of the tests would wait for the server, too.
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        try process.run()
        try waitForServer()
    }

    private func waitForServer() throws {
        guard eventually({ (try? PostgresConnection(address("postgres"))) != nil }) else {
            throw CocoaError(.executableNotLoadable)
        }
    }

    /// Ends all server processes as a crash does, and starts the server again.
    func crash() throws {
        let before = try startTime()
        let file = folder.appendingPathComponent("crash")
        try Data().write(to: file)
        guard eventually({ (try? startTime()).map { $0 != before } ?? false }) else {
            throw CocoaError(.executableNotLoadable)
        }
    }

    private func startTime() throws -> String? {
        try PostgresConnection(address("postgres")).rows("SELECT pg_postmaster_start_time()::text") { $0.text(0) }.first
            ?? nil
    }

    /// Returns the address of a database for a role.
    func address(_ database: String, role: String = "rewind") -> String {
        "postgresql://\(role)@/\(database)?host=\(folder.path)"
    }

    /// Returns what pg_dump writes for the database at an address.
    func dump(_ address: String) throws -> Data {
        let url = folder.appending(path: "dump-\(UUID()).sql")
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(programs)/pg_dump")
        process.arguments = [address, "--file", url.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
        return try Data(contentsOf: url)
    }

    /// Creates a role with a login that has the rights of another.
    func createLogin(for role: String) throws -> String {
        let name = "\(role)_login"
        try PostgresConnection(address("postgres")).execute(
            "DROP ROLE IF EXISTS \(name); CREATE ROLE \(name) LOGIN; GRANT \(role) TO \(name)"
        )
        return name
    }

    /// Creates an empty database, and returns its name.
    func createDatabase() throws -> String {
        let name = lock.withLock {
            count += 1
            return "fleet\(count)"
        }
        try PostgresConnection(address("postgres")).execute("CREATE DATABASE \(name)")
        return name
    }

    /// Creates a database with the tables of a fleet, and returns its address.
    func createFleet() throws -> String {
        let address = address(try createDatabase())
        _ = try FleetDatabase.initialize(address)
        return address
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite if PostgreSQL is not installed. The checks of a change set `REWIND_POSTGRES`, and then it fails.
    static var needsPostgres: Self {
        .enabled("PostgreSQL is not installed") {
            ProcessInfo.processInfo.environment["REWIND_POSTGRES"] != nil || FleetCluster.shared != nil
        }
    }
}

#endif
