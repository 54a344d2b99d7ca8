import Foundation
import RewindSession
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
    /// For how long an answer is kept for its client, in seconds.
    private static let keepingTime = DispatchTimeInterval.seconds(10)

    private let lock = NSLock()
    private let folder: SteeringFolder
    private let events: FolderEvents
    private var isClosed = false
    /// The answers that were given, and when they are removed.
    private var answers: [(id: String, until: DispatchTime)] = []

    /// Opens the folder of the session at `url`.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` where somebody takes requests already.
    package init(openingFor url: URL) throws {
        folder = try SteeringFolder(openingFor: url)
        do {
            events = try FolderEvents(of: folder.folder)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Takes the requests that have come, the oldest first; nil where none can come any more, because it was closed, or
    /// somebody has removed the folder.
    ///
    /// - Complexity: linear in the number of files in the folder.
    package func takeRequests() -> [Letter]? {
        lock.withLock {
            forgetAnswers()
            guard !isClosed, folder.isInPlace else { return nil }
            let names = folder.folder.names(limit: 10_000) { SteeringFiles.requestID($0) != nil }
            return names.sorted().prefix(Self.batch).compactMap(take)
        }
    }

    /// Waits until requests may have come, until it was closed, or until `deadline`. The thread sleeps meanwhile.
    package func wait(until deadline: DispatchTime?) {
        let times = [deadline, lock.withLock { answers.first?.until }].compactMap(\.self)
        events.wait(atMost: times.min()?.secondsFromNow)
    }

    /// Gives the answer to a request.
    package func answer(_ answer: SteeringAnswer, to letter: Letter) {
        lock.withLock {
            guard !isClosed else { return }
            var encoder = TreeEncoder()
            let text = try? encoder.encode(answer).text
            try? folder.folder.write(Array((text ?? "").utf8), to: SteeringFiles.answer(letter.id))
            answers.append((letter.id, .now() + Self.keepingTime))
        }
    }

    /// Takes no more requests, and removes the folder.
    package func close() {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            folder.remove()
            events.cancel()
        }
    }

    /// Whether requests can still come: nobody has closed it, nor removed the folder.
    package var isOpen: Bool {
        lock.withLock { !isClosed && folder.isInPlace }
    }

    private func take(_ name: String) -> Letter? {
        guard let id = SteeringFiles.requestID(name) else { return nil }
        let bytes = folder.folder.read(name, limit: Self.longestRequest)
        guard folder.folder.remove(name) else { return nil }
        guard let bytes else {
            return Letter(id: id, deadline: .max, request: .failure(.malformed("It is no file that can be read.")))
        }
        return letter(id, bytes)
    }

    private func letter(_ id: String, _ bytes: [UInt8]) -> Letter {
        guard let tree = try? Tree(parsing: bytes), case .integer(let deadline)? = tree.child("until") else {
            return Letter(id: id, deadline: .max, request: .failure(.malformed("It is not what an app takes.")))
        }
        // One that was written for an app that had the session before.
        guard tree.child("app") == .string(folder.app) else {
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
        while let first = answers.first, first.until <= .now() {
            folder.folder.remove(SteeringFiles.answer(first.id))
            answers.removeFirst()
        }
    }
}

extension DispatchTime {
    /// How long it is until then, in seconds; 0 where it is past.
    fileprivate var secondsFromNow: Double {
        let now = DispatchTime.now()
        return self > now ? Double(uptimeNanoseconds - now.uptimeNanoseconds) / 1e9 : 0
    }
}

extension SteeringRefusal {
    fileprivate static func malformed(_ text: String) -> SteeringRefusal {
        SteeringRefusal(.malformed, "The request cannot be read: " + text.prefix(1).lowercased() + text.dropFirst())
    }

    fileprivate static func late(_ text: String) -> SteeringRefusal { SteeringRefusal(.late, text) }
}
