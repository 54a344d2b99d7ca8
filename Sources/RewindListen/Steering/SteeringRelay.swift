import Foundation
import RewindRemote
import RewindSession

/// Takes the requests to an app that records from elsewhere, and passes them on.
///
/// `rewind undo`, the inspector and others find it beside the session, as if the app were running here.
package final class SteeringRelay: Sendable {
    /// Performs a request. Returns within the time that the client waits, or its answer is lost.
    package typealias Handler = @Sendable (SteeringRequest) async throws -> SteeringAnswer

    private let mailbox: SteeringMailbox

    /// Opens the steering folder of the session at `url`, and passes on its requests, one after the other, until
    /// `close()`.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if another process takes requests for the session.
    package init(for url: URL, handler: @escaping Handler) throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        self.mailbox = mailbox
        let (envelopes, arrivals) = AsyncStream.makeStream(of: SteeringMailbox.Envelope.self)
        let thread = Thread {
            while let taken = mailbox.takeRequests() {
                for envelope in taken { arrivals.yield(envelope) }
                if taken.isEmpty { mailbox.wait(until: nil) }
            }
            arrivals.finish()
            mailbox.close()
        }
        thread.name = "Rewind steering"
        thread.start()
        Task {
            for await envelope in envelopes { mailbox.answer(await Self.answer(to: envelope, handler), to: envelope) }
        }
    }

    deinit {
        mailbox.close()
    }

    /// Reports that the app is not connected, and given up at `time`; nil when it is back.
    package func setAbsent(until time: Date?) {
        mailbox.setAbsent(until: time)
    }

    /// Stops taking requests.
    package func close() {
        mailbox.close()
    }

    private static func answer(
        to envelope: SteeringMailbox.Envelope,
        _ handler: Handler
    ) async -> Result<SteeringAnswer, any Error> {
        do {
            let request = try envelope.request.get()
            guard envelope.deadline >= Date().microseconds else { throw Refusal.late }
            return .success(try await handler(request))
        } catch {
            return .failure(error)
        }
    }
}
