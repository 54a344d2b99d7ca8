import Foundation
import RewindTree

/// The folder beside a session through which its running app is told to travel.
///
/// Its file `open` is locked by the app as long as that takes requests; a folder without a locked one is what a dead app
/// left. Each request and each answer is a file of its own.
struct SteeringFolder {
    /// The version of what the files say.
    static let version = 1
    private static let openName = "open"

    let folder: PrivateFolder
    /// The version that the app speaks.
    let version: Int
    /// What the app is called by which the folder was opened: no other one's requests are for it.
    let app: String
    /// The file that is locked while the app takes requests.
    private let openFile: Descriptor

    /// What the name of the folder ends with.
    static let ending = "-travel"

    /// The path of the folder of the session at `url`.
    static func path(for url: URL) -> String {
        url.path + ending
    }

    /// Makes the folder of the session at `url`, and locks it for this process.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` where somebody takes requests already.
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

    /// Opens the folder that an app has made for the session at `url`; nil where there is none, or its app is gone.
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

    /// Whether the folder of this process is where clients look for it.
    var isInPlace: Bool {
        let path = folder.path + "/" + Self.openName
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
        Self.empty(folder)
        openFile.unlock()
    }

    /// Removes what an app left that ended without closing the folder of the session at `url`.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` where one takes requests.
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

    /// Removes the files of travel, and then the folder: what somebody else has put there stays.
    private static func empty(_ folder: PrivateFolder) {
        while true {
            let names = folder.names(limit: 1000, where: SteeringFileName.isAny)
            // What cannot be removed, such as a folder, would be found for ever.
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

    /// Another number for a request, later ones of which are greater.
    static func newID() -> String {
        let time = String(UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000)), radix: 16)
        return String(repeating: "0", count: max(0, 16 - time.count)) + time + "-" + UUID().uuidString
    }

    static func request(_ id: String) -> String { id + request }

    static func answer(_ id: String) -> String { id + answer }

    /// The number of the request with this name; nil where it is no name of one.
    static func requestID(_ name: String) -> String? {
        guard name.hasSuffix(request), case let id = name.dropLast(request.count), isID(id) else { return nil }
        return String(id)
    }

    /// Whether it is the name of a request, an answer or a draft of one.
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
