import Foundation

/// A folder that only this user can read and write, with small files in it.
///
/// It is held open, and its files are named from there: nobody can put another folder or a link in its place between two
/// calls. What is in it may be anything all the same.
package final class PrivateFolder {
    package let path: String
    package let descriptor: Descriptor
    private let identity: FileIdentity?

    /// Opens the folder at `path`.
    ///
    /// - Throws: `SessionError`: `.notPermitted` where others can write it, or it is theirs.
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

    /// Makes the folder at `path`, if it is not there yet.
    ///
    /// - Throws: `SessionError`.
    package convenience init(making path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SessionError(errno: errno, path: path) }
        try self.init(opening: path)
    }

    /// Whether the folder is still at its path.
    package var isInPlace: Bool { FileStatus(path: path)?.identity == identity }

    /// Opens a file; nil where there is none by that name, or one that is not this user's alone: whatever else is there
    /// is neither followed nor waited for.
    package func open(_ name: String, _ flags: Int32) -> Descriptor? {
        var status = stat()
        // Opening a device can do something already.
        guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0, Self.isOwnFile(status),
            let file = try? Descriptor(opening: name, in: descriptor, flags),
            fstat(file.number, &status) == 0, Self.isOwnFile(status)
        else { return nil }
        return file
    }

    /// Opens a new file.
    ///
    /// - Throws: `SessionError`.
    package func create(_ name: String) throws -> Descriptor {
        try Descriptor(opening: name, in: descriptor, O_RDWR | O_CREAT | O_EXCL)
    }

    /// What is in a file; nil where there is none that `open` opens, or more than `limit` bytes.
    package func read(_ name: String, limit: Int) -> [UInt8]? {
        open(name, O_RDONLY).flatMap { Self.content(of: $0, limit: limit) }
    }

    /// What is in a file, which may become longer or shorter meanwhile; nil where that is more than `limit` bytes.
    package static func content(of file: Descriptor, limit: Int) -> [UInt8]? {
        guard let length = FileStatus(of: file)?.length, length <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { return nil }
        return Array(bytes.prefix(count))
    }

    /// Makes a file with all its content at once.
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

    /// Where a file is written that is to be called `name`.
    package static func draft(of name: String) -> String {
        name + "-new"
    }

    /// Gives a file another name.
    ///
    /// - Throws: `SessionError`; the file is removed then.
    package func rename(_ name: String, to newName: String) throws {
        guard renameat(descriptor.number, name, descriptor.number, newName) == 0 else {
            let error = SessionError(errno: errno, path: path)
            remove(name)
            throw error
        }
    }

    /// Removes a file; false where there is none, or somebody else was first.
    @discardableResult
    package func remove(_ name: String) -> Bool {
        unlinkat(descriptor.number, name, 0) == 0
    }

    /// Removes the folder, if it is empty and still at its path.
    package func removeIfEmpty() {
        if isInPlace { rmdir(path) }
    }

    /// The names of up to `limit` of its files that `isWanted` wants.
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
            // The system gives an entry only as much memory as its name needs.
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            if let name = String(validatingCString: name), isWanted(name) { names.append(name) }
        }
        return names
    }

    private static func isOwnFile(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
