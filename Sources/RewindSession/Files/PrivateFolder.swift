import Foundation

/// A folder with small files that only this user can read and write.
///
/// It is kept open, and its files are opened relative to it, so it cannot be replaced by another folder or a link
/// between two calls. Its contents are nevertheless not trusted.
package final class PrivateFolder {
    package let path: String
    package let descriptor: Descriptor
    private let identity: FileIdentity?

    /// Opens the folder at `path`.
    ///
    /// - Throws: `SessionError`, which is `.notPermitted` if another user owns the folder or can write to it.
    package init(opening path: String) throws {
        self.path = path
        descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        identity = descriptor.identity
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw SessionError(errno: errno, path: path) }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw SessionError.notPermitted(path: path)
        }
    }

    /// Creates the folder at `path`, if it does not exist.
    ///
    /// - Throws: `SessionError`.
    package convenience init(making path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SessionError(errno: errno, path: path) }
        try self.init(opening: path)
    }

    /// True if the folder is still at its path.
    package var isInPlace: Bool { FileStatus(path: path)?.identity == identity }

    /// Opens a file; returns nil if there is no file by that name that belongs to this user alone. Never follows links,
    /// and never waits for other kinds of files.
    package func open(_ name: String, _ flags: Int32) -> Descriptor? {
        var status = stat()
        // Opening a device can already have effects.
        guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isOwnFile(status),
            let file = try? Descriptor(opening: name, in: descriptor, flags),
            fstat(file.number, &status) == 0, Self.isOwnFile(status)
        else { return nil }
        return file
    }

    /// Creates and opens a new file.
    ///
    /// - Throws: `SessionError`.
    package func create(_ name: String) throws -> Descriptor {
        try Descriptor(opening: name, in: descriptor, O_RDWR | O_CREAT | O_EXCL)
    }

    /// Returns the contents of a file; nil if it cannot be opened or has more than `limit` bytes.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        open(name, O_RDONLY).flatMap { Self.content(of: $0, limit: limit) }
    }

    /// Returns the contents of a file, even if its length changes meanwhile; nil if it has more than `limit` bytes.
    package static func content(of file: Descriptor, limit: Int) -> [UInt8]? {
        guard let length = FileStatus(of: file)?.length, length <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { return nil }
        return Array(bytes.prefix(count))
    }

    /// Creates a file together with its contents, in one step.
    ///
    /// - Throws: `SessionError`.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let draft = Self.draft(of: name)
        let file = try create(draft)
        guard file.write(bytes, at: 0) else {
            let error = SessionError(errno: errno, path: path)
            remove(draft)
            throw error
        }
        try rename(draft, to: name)
    }

    /// Returns the name under which a file is written before it is renamed to `name`.
    package static func draft(of name: String) -> String {
        name + "-new"
    }

    /// Renames a file.
    ///
    /// - Throws: `SessionError`. The file is then removed.
    package func rename(_ name: String, to newName: String) throws {
        guard renameat(descriptor.number, name, descriptor.number, newName) == 0 else {
            let error = SessionError(errno: errno, path: path)
            remove(name)
            throw error
        }
    }

    /// Removes a file. Returns false if there is no such file, or another process was faster.
    @discardableResult
    package func remove(_ name: String) -> Bool {
        unlinkat(descriptor.number, name, 0) == 0
    }

    /// Removes the folder, if it is empty and still at its path.
    package func removeIfEmpty() {
        if isInPlace { rmdir(path) }
    }

    /// Returns the names of up to `limit` files for which `isWanted` returns true.
    package func names(limit: Int, where isWanted: (String) -> Bool) -> [String] {
        let number = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return [] }
        guard let stream = fdopendir(number) else {
            close(number)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
            // The system allocates an entry only as much memory as its name needs.
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: name), isWanted(name) { names.append(name) }
        }
        return names
    }

    private static func isOwnFile(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
