import Foundation
import RewindBridge
import RewindServer
import RewindSession
import RewindTimeline

/// The sessions of the page: those of the command line, and copies of the files that were dropped on the page or are in
/// a database.
actor OpenSessions {
    private(set) var all: [SessionRoutes] = []
    private var work: [Task<Void, Never>] = []
    /// The folder of the copies; nil before the first one.
    private var folder: URL?
    /// The number of bytes of the copies, and of those that are being received.
    private var size = 0
    private var number = 0
    /// The numbers of the sessions of a database, by id.
    private var pulled: [String: Int] = [:]
    private var hasEnded = false

    /// The maximum size of all copies, in bytes.
    private let limit: Int
    private let app: InspectedApp
    private let canWrite: Bool
    private let hub: EventHub
    private let describe: FailureAnswer.Words

    init(limit: Int, app: InspectedApp, canWrite: Bool, hub: EventHub, describe: @escaping FailureAnswer.Words) {
        self.limit = limit
        self.app = app
        self.canWrite = canWrite
        self.hub = hub
        self.describe = describe
    }

    /// Returns the session with a number; nil if there is none.
    subscript(id: Int) -> SessionRoutes? { all.indices.contains(id) ? all[id] : nil }

    /// Adds a session, and follows it.
    @discardableResult
    func add(_ session: InspectedFile, isCopy: Bool = false) -> SessionRoutes {
        let watch = SessionWatch(
            id: all.count,
            url: session.url,
            file: session.file,
            app: app,
            canWrite: canWrite && !isCopy,
            hub: hub,
            describe: describe
        )
        all.append(SessionRoutes(watch: watch))
        work.append(Task { await watch.run() })
        return all[watch.session.id]
    }

    /// Adds the sessions that are found. Pages learn of one as soon as it is read.
    func addMore(_ discover: @escaping InspectedFile.Discovery) async {
        let known = Set(all.map(\.watch.session.file))
        let found = (try? await QueueExecutor.onThread { discover(known) }) ?? []
        guard !hasEnded else { return }
        for session in found { add(session) }
    }

    /// Stops following the sessions, and removes the copies.
    func end() async {
        hasEnded = true
        for task in work { task.cancel() }
        for routes in all {
            routes.watch.requests.end()
            await routes.watch.whatIf.end()
        }
        for task in work { await task.value }
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Copies a session from the body of a request to a temporary file, and adds it. If that fails, nothing is kept.
    ///
    /// - Parameter name: The name of the file that was dropped.
    /// - Throws: `InspectorError.copiesTooLarge`; `FailureAnswer` for other errors, such as that of a file that is not a
    ///   readable session.
    func copy(_ body: RequestBody, name: String) async throws -> SessionRoutes {
        guard body.length ?? 0 <= limit - size else { throw InspectorError.copiesTooLarge(limit: limit) }
        let folder = try ownFolder()
        let url = folder.appending(path: PlainName.of(name, or: "dropped.rewind"))
        var received = 0
        do {
            let file = try Descriptor(opening: url.path, O_WRONLY | O_CREAT | O_EXCL)
            while let bytes = try await body.next() {
                // Others may be received at the same time.
                guard bytes.count <= limit - size else { throw InspectorError.copiesTooLarge(limit: limit) }
                size += bytes.count
                let offset = received
                received += bytes.count
                guard file.write(bytes, at: offset) else {
                    throw SessionError(errno: errno, path: url.path)
                }
            }
            let app = app
            let imported = folder.appending(path: "imported.rewind")
            let isImported = try await QueueExecutor.onThread {
                let isImported = try Self.importForeign(url, to: imported)
                try app.open(isImported ? imported : url).timeline.session.close()
                return isImported
            }
            guard !hasEnded else { throw CancellationError() }
            guard isImported else { return add(InspectedFile(url: url, file: name), isCopy: true) }
            try? FileManager.default.removeItem(at: url)
            let stem = name.lowercased().hasSuffix(".json") ? String(name.dropLast(5)) : name
            return add(InspectedFile(url: imported, file: stem + ".rewind"), isCopy: true)
        } catch {
            size -= received
            try? FileManager.default.removeItem(at: folder)
            if let error = error as? BridgeError { throw FailureAnswer(error.message(about: name)) }
            if error is InspectorError || error is CancellationError { throw error }
            throw describe(error, name).replacing(url.path, with: name)
        }
    }

    /// Writes a file of another tool, such as an export of Redux DevTools, as a session. Returns false for a file that
    /// is no JSON.
    ///
    /// - Throws: `BridgeError`, `SessionError`.
    private static func importForeign(_ url: URL, to session: URL) throws -> Bool {
        let data = try Data(contentsOf: url, options: .mappedIfSafe)
        let start = data.prefix(4_096).first { !" \t\r\n".utf8.contains($0) }
        guard let start, "{[".utf8.contains(start) else { return false }
        let foreign = try ForeignSession(parsing: Array(data))
        let now = Date().microseconds
        _ = try SessionImport.run(foreign.lifted, from: foreign.form.rawValue, to: session, time: now)
        return true
    }

    /// Opens a temporary copy of the session of a database, unless it is open already.
    ///
    /// - Throws: `InspectorError.copiesTooLarge`, `SessionError`, or an error of the database.
    func open(_ id: String, of fleet: any InspectedFleet, check: @escaping InspectedFleet.Check) async throws
        -> SessionRoutes
    {
        if let number = pulled[id] { return all[number] }
        let folder = try ownFolder()
        let url = folder.appending(path: PlainName.of("\(id).rewind", or: "session.rewind"))
        do {
            try await QueueExecutor.onThread { try fleet.pull(id, to: url, check: check) }
            guard !hasEnded else { throw CancellationError() }
            let length = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
            guard length <= limit - size else { throw InspectorError.copiesTooLarge(limit: limit) }
            size += length
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        let routes = add(InspectedFile(url: url, file: url.lastPathComponent), isCopy: true)
        pulled[id] = routes.watch.session.id
        return routes
    }

    /// Creates a folder for a copy, as files of the same name can be dropped.
    ///
    /// - Throws: `SessionError`.
    private func ownFolder() throws -> URL {
        let parent = try folder ?? ScratchFolder.make(for: "dropped")
        folder = parent
        number += 1
        let own = parent.appending(path: String(number))
        guard mkdir(own.path, 0o700) == 0 else { throw SessionError(errno: errno, path: own.path) }
        return own
    }
}

/// Names of files, restricted to characters that are safe in all file systems and in headers.
enum PlainName {
    static func of(_ name: some StringProtocol, or otherwise: String) -> String {
        let plain = name.prefix(80).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" }
        return plain.allSatisfy { $0 == "." } ? otherwise : String(plain)
    }
}
