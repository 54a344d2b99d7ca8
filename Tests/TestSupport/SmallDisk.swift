import Foundation

#if os(Linux)
/// A file system of 2 MB that is unmounted when this object is deallocated.
package final class SmallDisk {
    package let url: URL
    private var ballast: URL { url.appending(path: "ballast") }

    /// True if this process may mount one, which is often not allowed in a container.
    package static let isPossible = (try? SmallDisk()) != nil

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "rewind-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try Self.check(mount("tmpfs", url.path, "tmpfs", 0, "size=2m"))
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        umount2(url.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: url)
    }

    /// Fills the disk.
    package func fill() {
        let file = open(ballast.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(file, bytes, bytes.count) > 0 {}
        close(file)
    }

    /// Frees the space again.
    package func empty() throws {
        // A process that another test is starting may still hold the file open for a moment.
        truncate(ballast.path, 0)
        try FileManager.default.removeItem(at: ballast)
    }

    package func makeReadOnly() throws {
        try Self.check(mount(nil, url.path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil))
    }

    private static func check(_ status: Int32) throws {
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
#endif
