import Foundation
import RewindSession

extension SessionFile {
    /// Copies the session at `url`, without the files that SQLite creates beside it.
    ///
    /// - Throws: `SessionError`.
    package static func copy(_ url: URL, to copy: URL) throws {
        do {
            try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
        } catch let error as CocoaError {
            switch error.code {
            case .fileWriteOutOfSpace: throw SessionError.diskFull(path: copy.path)
            case .fileWriteNoPermission, .fileWriteVolumeReadOnly: throw SessionError.notPermitted(path: copy.path)
            case .fileReadNoPermission: throw SessionError.notPermitted(path: url.path)
            case .fileNoSuchFile, .fileReadNoSuchFile:
                throw SessionError.notFound(path: FileStatus(path: url.path) == nil ? url.path : copy.path)
            default: throw SessionError.system(path: copy.path, reason: error.localizedDescription)
            }
        }
    }
}
