import Foundation
import RewindSession
import RewindTree

/// The folder beside a session through which its running app receives travel requests.
///
/// The app locks the file `open` while it accepts requests. If the file is not locked, the app has ended. Each request
/// and each answer is a separate file.
struct SteeringFolder {
    /// The version of the protocol.
    static let version = 1

    let folder: PrivateFolder
    /// The protocol version of the app.
    let version: Int
    /// The identifier of the app that opened the folder. Requests for other apps are ignored.
    let app: String
    /// The file that is locked while the app accepts requests.
    private let openFile: Descriptor

    /// Creates the folder of the session at `url`, and locks it for this process.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if another app already accepts requests.
    init(openingFor url: URL) throws {
        try SteeringFiles.removeAbandoned(for: url)
        folder = try PrivateFolder(making: SteeringFiles.path(for: url))
        (version, app) = (Self.version, UUID().uuidString)
        let draft = PrivateFolder.draft(of: SteeringFiles.openName)
        openFile = try folder.create(draft)
        let text: Tree = ["version": .integer(Int64(version)), "app": .string(app)]
        guard openFile.lock(), openFile.write(Array(text.text.utf8), at: 0) else {
            folder.remove(draft)
            throw SessionError(errno: errno, path: folder.path)
        }
        try folder.rename(draft, to: SteeringFiles.openName)
    }

    /// Opens the folder that an app created for the session at `url`; nil if it does not exist or its app has ended.
    ///
    /// - Throws: `SessionError`.
    init?(of url: URL) throws {
        do {
            folder = try PrivateFolder(opening: SteeringFiles.path(for: url))
        } catch SessionError.notFound {
            return nil
        }
        guard let file = folder.open(SteeringFiles.openName, O_RDONLY), !file.lockShared(),
            let bytes = PrivateFolder.content(of: file, limit: 4096), let tree = try? Tree(parsing: bytes),
            let version = tree.child("version")?.int, let app = tree.child("app")?.string
        else { return nil }
        (openFile, self.version, self.app) = (file, version, app)
    }

    /// True if clients can find this process's folder at its path.
    var isInPlace: Bool {
        let path = folder.path + "/" + SteeringFiles.openName
        return folder.isInPlace && FileStatus(path: path)?.identity == openFile.identity
    }

    /// True while the app is running.
    var isOpen: Bool {
        guard openFile.lockShared() else { return true }
        openFile.unlock()
        return false
    }

    /// Removes the folder. Waiting clients then see that no answer will come.
    func remove() {
        SteeringFiles.empty(folder)
        openFile.unlock()
    }
}
