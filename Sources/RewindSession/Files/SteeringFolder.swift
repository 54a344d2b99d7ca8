import Foundation
import RewindTree

/// The folder beside a session through which other programs make its running app travel.
///
/// The app locks the file `open` as long as it accepts requests. A folder without a locked file was left by an app that
/// has ended. Each request and each answer is a separate file.
struct SteeringFolder {
    /// The version of the protocol.
    static let version = 1
    private static let openName = "open"

    let folder: PrivateFolder
    /// The protocol version of the app.
    let version: Int
    /// The random identifier of the app's folder, which requests must repeat.
    let app: String
    /// The file that is locked while the app accepts requests.
    private let openFile: Descriptor

    /// The ending of the name of the folder.
    static let ending = "-travel"

    /// Returns the path of the folder of the session at `url`.
    static func path(for url: URL) -> String {
        url.path + ending
    }

    /// Creates the folder of the session at `url`, and locks it for this process.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if an app already accepts requests.
    init(openingFor url: URL) throws {
        try Self.removeAbandoned(for: url)
        folder = try PrivateFolder(making: Self.path(for: url))
        (version, app) = (Self.version, UUID().uuidString)
        let draft = PrivateFolder.draft(of: Self.openName)
        openFile = try folder.create(draft)
        let text: Tree = ["version": .integer(Int64(version)), "app": .string(app)]
        guard openFile.lock(), openFile.write(Array(text.text.utf8), at: 0) else {
            folder.remove(draft)
            throw SessionError(errno: errno, path: folder.path)
        }
        try folder.rename(draft, to: Self.openName)
    }

    /// Opens the folder that an app created for the session at `url`; nil if there is no folder, or its app is gone.
    ///
    /// - Throws: `SessionError`.
    init?(of url: URL) throws {
        do {
            folder = try PrivateFolder(opening: Self.path(for: url))
        } catch SessionError.notFound {
            return nil
        }
        guard let file = folder.open(Self.openName, O_RDONLY), !file.lockShared(),
            let bytes = PrivateFolder.content(of: file, limit: 4096), let tree = try? Tree(parsing: bytes)
        else { return nil }
        guard case .integer(let version) = tree[member: "version"], case .string(let app) = tree[member: "app"] else {
            return nil
        }
        (openFile, self.version, self.app) = (file, Int(clamping: version), app)
    }

    /// True if the folder of this process is still at its path, where clients look for it.
    var isInPlace: Bool {
        let path = folder.path + "/" + Self.openName
        return folder.isInPlace && FileStatus(path: path)?.identity == openFile.identity
    }

    /// True if the app that a client found is still running.
    var isOpen: Bool {
        guard openFile.lockShared() else { return true }
        openFile.unlock()
        return false
    }

    /// Removes the folder, and lets waiting clients notice that no answer will come.
    func remove() {
        Self.empty(folder)
        openFile.unlock()
    }

    /// Removes the folder of an app that ended without closing it, for the session at `url`.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if an app accepts requests.
    static func removeAbandoned(for url: URL) throws {
        let folder: PrivateFolder
        do {
            folder = try PrivateFolder(opening: path(for: url))
        } catch SessionError.notFound {
            return
        }
        let locks = [openName, PrivateFolder.draft(of: openName)].compactMap { folder.open($0, O_RDONLY) }
        guard locks.allSatisfy({ $0.lock() }) else { throw SessionError.beingRecorded(path: url.path) }
        withExtendedLifetime(locks) { empty(folder) }
    }

    /// Removes the files of steering, and then the folder; other files in it are kept.
    private static func empty(_ folder: PrivateFolder) {
        while true {
            let names = folder.names(limit: 1000, where: SteeringFileName.isAny)
            // An entry that cannot be removed, such as a folder, would be found again forever.
            guard names.map({ folder.remove($0) }).contains(true) else { break }
        }
        folder.remove(PrivateFolder.draft(of: openName))
        folder.remove(openName)
        folder.removeIfEmpty()
    }
}

/// The names of requests and answers.
enum SteeringFileName {
    private static let (request, answer) = (".request", ".answer")

    /// Returns the identifier of a new request; later ones are greater.
    static func newID() -> String {
        let time = String(UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000)), radix: 16)
        return String(repeating: "0", count: max(0, 16 - time.count)) + time + "-" + UUID().uuidString
    }

    static func request(_ id: String) -> String { id + request }

    static func answer(_ id: String) -> String { id + answer }

    /// Returns the identifier of the request with this name; nil if it is not the name of a request.
    static func requestID(_ name: String) -> String? {
        guard name.hasSuffix(request), case let id = name.dropLast(request.count), isID(id) else { return nil }
        return String(id)
    }

    /// Returns true for the name of a request, an answer or a draft of one.
    static func isAny(_ name: String) -> Bool {
        [request, answer].contains { suffix in
            [suffix, PrivateFolder.draft(of: suffix)].contains { name.hasSuffix($0) && isID(name.dropLast($0.count)) }
        }
    }

    private static func isID(_ text: Substring) -> Bool {
        text.utf8.count == 53 && text.utf8.allSatisfy { ($0 | 0x20).isHexDigit || $0 == UInt8(ascii: "-") }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
