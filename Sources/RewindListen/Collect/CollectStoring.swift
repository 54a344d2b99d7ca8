import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// The reason why a session is not stored, and never will be.
package enum CollectRejection: Error {
    case findings([SessionCheck.Finding])
    case unreadable(any Error)
    /// Verifying it takes too long.
    case tooSlow
    /// The reason of the database, a sentence.
    case refused(String)
    /// It was erased from the database, and must not be kept either; a sentence.
    case erased(String)
}

extension CollectRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .findings(let findings):
            "The session is damaged: \(findings.prefix(20).map(\.description).joined(separator: "; "))."
        case .unreadable(let error): "\(error)"
        case .tooSlow: "The session takes too long to verify."
        case .refused(let sentence), .erased(let sentence): sentence
        }
    }
}

/// The result of storing a complete session.
enum CollectOutcome: Sendable {
    case stored
    case rejected(CollectRejection)
    /// It can be tried again, without the verification if it passed that.
    case failed(any Error, isVerified: Bool)

    /// Verifies the session at `url`, unless it is `isVerified`, and stores it.
    init(
        storing url: URL,
        isVerified: Bool,
        within time: Duration,
        _ store: (URL) throws -> Void
    ) {
        var isVerified = isVerified
        do {
            if !isVerified { try Self.verify(url, within: time) }
            isVerified = true
            try store(url)
            self = .stored
        } catch let rejection as CollectRejection {
            self = .rejected(rejection)
        } catch {
            self = .failed(error, isVerified: isVerified)
        }
    }

    /// - Throws: `CollectRejection`, or a `SessionError` that may pass.
    private static func verify(_ url: URL, within time: Duration) throws {
        let end = ContinuousClock.now + time
        do {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            let report = try SessionCheck.run(session) { _ in
                if ContinuousClock.now > end { throw CollectRejection.tooSlow }
            }
            guard report.findings.isEmpty else { throw CollectRejection.findings(report.findings) }
        } catch let error as SessionError {
            switch error {
            case .notPermitted, .diskFull, .system, .beingRecorded, .noLocks: throw error
            default: throw CollectRejection.unreadable(error)
            }
        }
    }
}
