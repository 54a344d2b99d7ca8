import Foundation

/// Checks that a file is a session, before it is trusted or changed.
package enum SessionProbe {
    /// Checks the file's header, without SQLite.
    ///
    /// The header of a SQLite file: <https://www.sqlite.org/fileformat.html#the_database_header>.
    ///
    /// - Throws: `SessionError`.
    package static func check(_ url: URL) throws {
        let path = url.path
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw SessionError.notFound(path: path)
        }
        if isDirectory.boolValue { throw SessionError.isDirectory(path: path) }
        if FileStatus(path: path)?.isRegular == false { throw SessionError.notASession(path: path, .notSQLite) }
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var header = [UInt8](repeating: 0, count: 100)
        let count = header.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw SessionError(errno: errno, path: path) }
        guard count > 0 else { throw SessionError.notASession(path: path, .empty) }
        guard count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
            throw SessionError.notASession(path: path, .notSQLite)
        }
        let application = header.bigEndian(at: 68)
        guard application == UInt32(SessionFormat.applicationID) else {
            throw SessionError.notASession(path: path, .otherApplication(id: application))
        }
        let version = Int(clamping: header.bigEndian(at: 60))
        guard SessionFormat.oldestVersion...SessionFormat.version ~= version else {
            throw SessionError.unsupportedVersion(path: path, found: version)
        }
        // With a log beside it, the page count in the header may be out of date: SQLite may have been growing the file.
        guard !["-wal", "-journal"].contains(where: { FileManager.default.fileExists(atPath: path + $0) })
        else { return }
        let pageSize = header[16] == 0 && header[17] == 1 ? 65_536 : Int(header[16]) << 8 | Int(header[17])
        let expected = Int64(pageSize) * Int64(header.bigEndian(at: 28))
        let actual = Int64(lseek(file.number, 0, SEEK_END))
        guard actual >= expected else {
            throw SessionError.damaged(
                path: path,
                .cutShort(expectedBytes: Int(clamping: expected), actualBytes: Int(clamping: actual))
            )
        }
    }

    /// Returns true if SQLite would open the session with a write-ahead log, and create the log if it is missing. A
    /// closed session needs none.
    package static func isInWALMode(_ url: URL) -> Bool {
        guard let file = try? Descriptor(opening: url.path, O_RDONLY | O_NONBLOCK) else { return false }
        var version: UInt8 = 0
        return pread(file.number, &version, 1, 18) == 1 && version == 2
    }

    /// Returns true if SQLite would have to complete the file from the files beside it.
    package static func isHalfWritten(_ url: URL) -> Bool {
        isInWALMode(url) || FileManager.default.fileExists(atPath: url.path + "-journal")
    }

    /// Checks that the tables exist, and that the file contains nothing else that could run by itself.
    ///
    /// - Throws: `SessionError`.
    package static func checkSchema(_ db: Connection, path: String, withoutIndex: Bool = false) throws {
        var names: [String: Set<String>] = [:]
        let rows = try db.rows("SELECT type, name FROM sqlite_schema")
        while let row = try rows.next() {
            guard let type: String = row.value(0), let name: String = row.value(1) else { continue }
            names[type, default: []].insert(name)
        }
        // Opening the file has rolled back its creation.
        guard !names.isEmpty else { throw SessionError.notASession(path: path, .empty) }
        let version = try SessionUpgrade.version(of: db)
        for table in SessionFormat.tables where !(withoutIndex && SessionFormat.indexTables.contains(table)) {
            guard let expected = SessionUpgrade.columns(of: table, version: version) else { continue }
            guard names["table"]?.contains(table) == true else {
                throw SessionError.notASession(path: path, .missingTable(table))
            }
            guard try columns(of: table, in: db) == expected else {
                throw SessionError.notASession(path: path, .otherColumns(table: table))
            }
        }
        if let planted = names["trigger"]?.first ?? names["view"]?.first {
            throw SessionError.notASession(path: path, .plantedSchema(name: planted))
        }
    }

    /// Returns the names and types of the columns of a table, including generated columns.
    private static func columns(of table: String, in db: Connection) throws -> [String] {
        try db.fetchAll("SELECT name, type, hidden FROM pragma_table_xinfo(?)", [table]) {
            let isComputed = $0.value(2) as Int? != 0
            return "\($0.value(0) ?? "") \($0.value(1) ?? "")" + (isComputed ? " computed" : "")
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
