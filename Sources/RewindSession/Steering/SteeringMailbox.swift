import Foundation
import RewindTree

/// What a running app has of the folder through which it is told to travel.
///
/// A request is taken by removing its file: it is carried out once at the most, and one that its client withdrew, which is
/// done by removing it as well, is not. What is in the files may be anything; they are never waited for.
///
/// Sound to share because its state is only touched under `lock`.
package final class SteeringMailbox: @unchecked Sendable {
    /// A request that was taken.
    package struct Letter: Sendable {
        let id: String
        /// When the client gives up, in microseconds since 1970.
        package let deadline: Int64
        /// What is asked, or why that cannot be told.
        package let request: Result<SteeringRequest, SteeringRefusal>
    }

    /// The longest request, in bytes.
    static let longestRequest = 1 << 20
    /// How many requests are taken at once.
    private static let batch = 64
    /// For how long a folder is read that has not changed, in seconds: the clock of a file system may be that slow.
    private static let settlingTime = 2.5
    /// For how long an answer is kept for its client, in seconds.
    private static let keepingTime = 10.0

    private let lock = NSLock()
    private let folder: SteeringFolder
    private var isClosed = false
    private var status: FileStatus?
    private var changed: TimeInterval = 0
    /// The answers that were given, and when.
    private var answers: [(id: String, at: TimeInterval)] = []

    /// Opens the folder of the session at `url`.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` where somebody takes requests already.
    package init(openingFor url: URL) throws {
        folder = try SteeringFolder(openingFor: url)
    }

    /// Takes the requests that have come, the oldest first; nil where none can come any more, because it was closed, or
    /// somebody has removed the folder.
    ///
    /// - Complexity: one call of the system where nothing has changed in the last seconds.
    package func takeRequests() -> [Letter]? {
        lock.withLock {
            forgetAnswers()
            guard !isClosed, let status = FileStatus(path: folder.folder.path), folder.folder.isIdentical(to: status)
            else { return nil }
            guard hasChanged(status) else { return [] }
            let names = folder.folder.names(limit: 10_000) { SteeringFileName.requestID($0) != nil }
            return names.sorted().prefix(Self.batch).compactMap(take)
        }
    }

    /// Gives the answer to a request.
    package func answer(_ answer: SteeringAnswer, to letter: Letter) {
        lock.withLock {
            guard !isClosed else { return }
            try? folder.folder.write(Array(answer.tree.text.utf8), to: SteeringFileName.answer(letter.id))
            answers.append((letter.id, ProcessInfo.processInfo.systemUptime))
        }
    }

    /// Takes no more requests, and removes the folder.
    package func close() {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            folder.remove()
        }
    }

    /// Whether something has come in the last seconds, so that more may be about to.
    package var isInUse: Bool {
        lock.withLock { ProcessInfo.processInfo.systemUptime - changed < Self.settlingTime }
    }

    /// Whether requests can still come: nobody has closed it, nor removed the folder.
    package var isOpen: Bool {
        lock.withLock { !isClosed && FileStatus(path: folder.folder.path).map(folder.folder.isIdentical) == true }
    }

    private func hasChanged(_ latest: FileStatus) -> Bool {
        let now = ProcessInfo.processInfo.systemUptime
        if latest != status { (status, changed) = (latest, now) }
        return now - changed < Self.settlingTime
    }

    private func take(_ name: String) -> Letter? {
        guard let id = SteeringFileName.requestID(name) else { return nil }
        let bytes = folder.folder.read(name, limit: Self.longestRequest)
        guard folder.folder.remove(name) else { return nil }
        guard let bytes else {
            return Letter(id: id, deadline: .max, request: .failure(.malformed("It is no file that can be read.")))
        }
        return letter(id, bytes)
    }

    private func letter(_ id: String, _ bytes: [UInt8]) -> Letter {
        guard let tree = try? Tree(parsing: bytes), case .integer(let deadline) = tree[member: "until"] else {
            return Letter(id: id, deadline: .max, request: .failure(.malformed("It is not what an app takes.")))
        }
        // One that was written for an app that had the session before.
        guard tree[member: "app"] == .string(folder.app) else {
            return Letter(id: id, deadline: deadline, request: .failure(.late("The request was for another app.")))
        }
        guard deadline > Int64(Date().timeIntervalSince1970 * 1_000_000) else {
            return Letter(id: id, deadline: deadline, request: .failure(.late("The request came too late.")))
        }
        let request = SteeringRequest(tree)
        return Letter(
            id: id,
            deadline: deadline,
            request: request.map(Result.success) ?? .failure(.malformed("It asks for nothing that an app does."))
        )
    }

    /// Removes the answers for which no client has come.
    private func forgetAnswers() {
        guard !answers.isEmpty else { return }
        let now = ProcessInfo.processInfo.systemUptime
        while let first = answers.first, now - first.at > Self.keepingTime {
            folder.folder.remove(SteeringFileName.answer(first.id))
            answers.removeFirst()
        }
    }
}

extension SteeringRefusal {
    fileprivate static func malformed(_ text: String) -> SteeringRefusal {
        SteeringRefusal(.malformed, "The request cannot be read: " + text.prefix(1).lowercased() + text.dropFirst())
    }

    fileprivate static func late(_ text: String) -> SteeringRefusal { SteeringRefusal(.late, text) }
}
