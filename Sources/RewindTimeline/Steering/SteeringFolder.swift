import Foundation
import RewindSession
import RewindTree

/// The folder beside a session through which its running app is told to travel.
///
/// Its file `open` is locked by the app as long as that takes requests; a folder without a locked one is what a dead app
/// left. Each request and each answer is a file of its own.
struct SteeringFolder {
    /// The version of what the files say.
    static let version = 1

    let folder: PrivateFolder
    /// The version that the app speaks.
    let version: Int
    /// What the app is called by which the folder was opened: no other one's requests are for it.
    let app: String
    /// The file that is locked while the app takes requests.
    private let openFile: Descriptor

    /// Makes the folder of the session at `url`, and locks it for this process.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` where somebody takes requests already.
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

    /// Opens the folder that an app has made for the session at `url`; nil where there is none, or its app is gone.
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

    /// Whether the folder of this process is where clients look for it.
    var isInPlace: Bool {
        let path = folder.path + "/" + SteeringFiles.openName
        return folder.isInPlace && FileStatus(path: path)?.identity == openFile.identity
    }

    /// Whether the app that a client found is still there.
    var isOpen: Bool {
        guard openFile.lockShared() else { return true }
        openFile.unlock()
        return false
    }

    /// Removes the folder, and lets clients that wait for an answer know that none will come.
    func remove() {
        SteeringFiles.empty(folder)
        openFile.unlock()
    }
}
