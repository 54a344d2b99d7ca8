import Foundation
import RewindSession

/// The folder beside a session through which its running app receives travel requests.
///
/// The app locks the file `open` while it accepts requests. If the file is not locked, the app has ended. Each request
/// and each answer is a separate file.
struct SteeringFolder {
    /// The contents of the file that the app locks.
    struct Opening: RemoteMessage {
        /// The protocol version of the app.
        let version: Int
        /// The identifier of the app that opened the folder. Requests for other apps are ignored.
        let app: String
    }

    /// The contents of the file for an app that runs elsewhere, and is not connected.
    struct Absence: RemoteMessage {
        /// The time at which the app is given up, in microseconds since 1970.
        let until: Int64
    }

    /// The version of the protocol.
    static let version = 1

    let folder: PrivateFolder
    let opening: Opening
    /// The file that is locked while the app accepts requests.
    private let openFile: Descriptor

    /// Creates the folder of the session at `url`, and locks it for this process.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if another app already accepts requests.
    init(openingFor url: URL) throws {
        try SteeringFiles.removeAbandoned(for: url)
        folder = try PrivateFolder(making: SteeringFiles.path(for: url))
        opening = Opening(version: Self.version, app: UUID().uuidString)
        let draft = PrivateFolder.draft(of: SteeringFiles.openName)
        openFile = try folder.create(draft)
        guard openFile.lock(), openFile.write(opening.bytes, at: 0) else {
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
            let bytes = PrivateFolder.content(of: file, limit: 4096), let opening = Opening(bytes)
        else { return nil }
        (openFile, self.opening) = (file, opening)
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

    /// The absence of the app; nil while it is connected.
    var absence: Absence? {
        folder.read(SteeringFiles.absenceName, limit: 4096).flatMap { Absence($0) }
    }

    /// Stores the absence of the app, or removes it.
    func set(_ absence: Absence?) {
        guard let absence else { return _ = folder.remove(SteeringFiles.absenceName) }
        try? folder.write(absence.bytes, to: SteeringFiles.absenceName)
    }

    /// Removes the folder. Waiting clients then see that no answer will come.
    func remove() {
        SteeringFiles.empty(folder)
        openFile.unlock()
    }
}
