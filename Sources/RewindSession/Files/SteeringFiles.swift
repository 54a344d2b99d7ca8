import Foundation

/// The names of the files in the folder beside a session through which its running app receives travel requests.
///
/// The recorder uses them only to remove the files of an app that has ended.
package enum SteeringFiles {
    /// The name of the file that the app locks.
    package static let openName = "open"
    /// The name of the file that exists while the app, which runs elsewhere, is not connected.
    package static let absenceName = "absent"
    private static let (request, answer) = (".request", ".answer")

    /// The suffix of the folder's name.
    static let ending = "-travel"

    /// The path of the folder of the session at `url`.
    package static func path(for url: URL) -> String {
        url.path + ending
    }

    package static func request(_ id: String) -> String { id + request }

    package static func answer(_ id: String) -> String { id + answer }

    /// Returns the identifier of the request with this file name; nil if it is not the name of a request.
    package static func requestID(_ name: String) -> String? {
        guard name.hasSuffix(request), case let id = name.dropLast(request.count), isID(id) else { return nil }
        return String(id)
    }

    /// Removes the folder of the session at `url` if its app ended without closing it.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if a running app accepts requests.
    package static func removeAbandoned(for url: URL) throws {
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

    /// Removes the files of requests and answers, then the folder if it is empty. Other files are kept.
    package static func empty(_ folder: PrivateFolder) {
        while true {
            let names = folder.names(limit: 1000, where: isAny)
            // An item that cannot be removed, such as a folder, would otherwise be found forever.
            guard names.map({ folder.remove($0) }).contains(true) else { break }
        }
        folder.remove(PrivateFolder.draft(of: openName))
        folder.remove(PrivateFolder.draft(of: absenceName))
        folder.remove(absenceName)
        folder.remove(openName)
        folder.removeIfEmpty()
    }

    /// Returns true if this is the name of a request, an answer or a draft of one.
    private static func isAny(_ name: String) -> Bool {
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
