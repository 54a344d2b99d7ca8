import Foundation

/// The operating system's metadata of a file.
package struct FileStatus: Equatable {
    package let identity: FileIdentity
    package let isRegular: Bool
    package let isFolder: Bool
    /// The length in bytes.
    package let length: Int64
    /// The time of the last change, in nanoseconds since 1970, in the resolution of the file system's clock.
    package let modified: Int64

    /// Reads the status of the file at `path`; nil if there is no such file.
    package init?(path: String) {
        self.init { stat(path, &$0) }
    }

    /// Reads the status of an open file; nil on failure.
    package init?(of file: Descriptor) {
        self.init { fstat(file.number, &$0) }
    }

    /// Reads the status with a system call that fills a `stat`; nil on failure.
    private init?(_ fill: (inout stat) -> Int32) {
        var status = stat()
        guard fill(&status) == 0 else { return nil }
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino)
        )
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        length = Int64(status.st_size)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// Identifies a file among all files that exist at the same time, whatever its name.
package struct FileIdentity: Equatable {
    package let device: UInt64
    package let inode: UInt64
}
