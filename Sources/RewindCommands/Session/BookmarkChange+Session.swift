import Foundation
import RewindRemote
import RewindSession
import RewindUpkeep

extension BookmarkChange {
    /// Makes the change in the session at `url`: through the app that is recording it, if there is one. Returns true if a
    /// bookmark was set or deleted.
    ///
    /// - Throws: `BookmarkError`, `SessionError`, `Refusal`.
    func make(in url: URL) throws -> Bool {
        guard try SessionRecovery.isRecorderAtWork(on: url) == true else {
            switch self {
            case .delete(let name): return try SessionBookmarks.delete(name, in: url)
            case .set(let bookmark, let old):
                try SessionBookmarks.set(bookmark, replacing: old, in: url)
                return true
            }
        }
        _ = try SteeringClient(of: url).sendAndWait(.bookmark(change: self))
        return true
    }
}

extension SteeringClient {
    /// Sends a request, and blocks the thread until the answer arrives.
    ///
    /// - Throws: The errors of `send(_:timeout:)`.
    func sendAndWait(_ request: SteeringRequest) throws -> SteeringAnswer {
        // Written before the signal, and read after it.
        nonisolated(unsafe) var result = Result<SteeringAnswer, any Error>.failure(CancellationError())
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                result = .success(try await send(request))
            } catch {
                result = .failure(error)
            }
            isDone.signal()
        }
        isDone.wait()
        return try result.get()
    }
}
