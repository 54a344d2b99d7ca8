import Foundation

/// Tells a file from every other one that exists at the same time, whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at `path`; nil when there is none.
    init?(path: String) {
        self.init { stat(path, &$0) }
    }

    /// The file that `fill` asks for with one of the system's calls; nil when that fails.
    init?(_ fill: (inout stat) -> Int32) {
        var status = stat()
        guard fill(&status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
