import Foundation

/// What the operating system says of a file.
package struct FileStatus: Equatable {
    package let identity: FileIdentity
    package let isRegular: Bool
    package let isFolder: Bool
    /// Its length in bytes.
    package let length: Int64
    /// When it was changed last, in nanoseconds since 1970, as exactly as the file system's clock goes.
    package let modified: Int64

    /// Asks for the file at `path`; nil when there is none.
    package init?(path: String) {
        self.init { stat(path, &$0) }
    }

    /// Asks for an open file; nil when that fails.
    package init?(of file: Descriptor) {
        self.init { fstat(file.number, &$0) }
    }

    /// Asks with one of the system's calls, which fills a `stat`; nil when that fails.
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
