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
    static let shared = FleetCluster()

    /// Runs initdb and postgres; both refuse to run as root. The script ends when its standard input does.
    private static let script = """
        set -eu
        folder=$1
        run() {
            if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi
        }
        if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
        cd "$folder"
        [ -d data ] || run initdb --pgdata=data --username=rewind --auth=trust --no-sync --encoding=UTF8 >initdb.log
        run postgres -D data -k "$folder" -c listen_addresses= -c fsync=off -c max_connections=50 \\
            -c log_min_messages=fatal >>postgres.log 2>&1 <&- &
        server=$!
        echo $server >pid
        cat >/dev/null || true
        kill -INT $server
        wait $server || true
        """

    let folder: URL
    private let lock = NSLock()
    private var process: Process?
    private var input: Pipe?
    private var count = 0

    private init?() {
        guard let programs = Self.programs() else { return nil }
        // Short, as the path of a socket has at most 107 bytes.
        folder = URL(fileURLWithPath: "/tmp/rewind-fleet-\(getpid())")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try start(with: programs)
        } catch {
            return nil
        }
        atexit {
            FleetCluster.shared?.stop()
            if let folder = FleetCluster.shared?.folder { try? FileManager.default.removeItem(at: folder) }
        }
    }

    /// Returns the folder of the server's programs.
    private static func programs() -> String? {
        let folders = (1...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" } + ["/opt/homebrew/bin", "/usr/local/bin"]
        return folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }

    private func start(with programs: String) throws {
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder.path]
        process.environment = ["PATH": "\(programs):/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        process.standardInput = input
        try process.run()
        (self.process, self.input) = (process, input)
        guard eventually({ (try? PostgresConnection(address("postgres"))) != nil }) else {
            throw CocoaError(.executableNotLoadable)
        }
    }

    private func stop() {
        try? input?.fileHandleForWriting.close()
        process?.waitUntilExit()
    }

    /// Ends all server processes as a crash does, and starts the server again.
    func crash() throws {
        try lock.withLock {
            let pid = try String(contentsOf: folder.appendingPathComponent("pid"), encoding: .utf8)
            if let number = Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)) { kill(number, SIGKILL) }
            stop()
            // Its children end by themselves, and the next server waits for their shared memory.
            try start(with: Self.programs() ?? "")
        }
    }

    /// Returns the address of a database for a role.
    func address(_ database: String, role: String = "rewind") -> String {
        "postgresql://\(role)@/\(database)?host=\(folder.path)"
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
