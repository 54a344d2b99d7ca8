import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// Steers an app for other processes: waits for requests on a separate thread, and handles each in the store's
/// isolation.
///
/// Safe to share because its state is only accessed by its thread, and the travel only in the store's isolation, where
/// the app uses it: no reference to it is taken elsewhere.
final class Steering<State>: @unchecked Sendable {
    /// The interval, in seconds, at which a playback step is repeated if the app was busy.
    private static var retryInterval: Double { 0.01 }
    /// The maximum time that a playback step waits for the app's thread, in seconds.
    private static var longestStep: Double { 1 }

    // `weak let` needs Swift 6.3.
    private weak var travel: TimeTravel<State>?
    private weak var recorder: Recorder<State>?
    private let mailbox: SteeringMailbox
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// The time of the next playback step; nil if nothing is playing.
    private var next: DispatchTime?

    init(
        of travel: TimeTravel<State>,
        through mailbox: SteeringMailbox,
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        (self.travel, recorder) = (travel, travel.recorder)
        (self.mailbox, self.run) = (mailbox, run)
    }

    /// Handles requests until the mailbox is closed.
    func start() {
        let thread = Thread { [self] in takeRequests() }
        thread.name = "Rewind steering"
        thread.start()
    }

    private func takeRequests() {
        while withAutoreleasePool(takeRequests) {}
        mailbox.close()
    }

    /// Handles pending requests, or waits for some. Returns false when the mailbox is closed.
    private func takeRequests() -> Bool {
        guard let envelopes = mailbox.takeRequests() else { return false }
        for envelope in envelopes { mailbox.answer(Result { try answer(to: envelope) }, to: envelope) }
        if let next, next <= .now() { continuePlayback() }
        if envelopes.isEmpty { mailbox.wait(until: next) }
        return true
    }

    private func answer(to envelope: SteeringMailbox.Envelope) throws -> SteeringAnswer {
        let request = try envelope.request.get()
        // Earlier requests may have taken a long time.
        guard envelope.deadline.time > .now() else { throw Refusal.late }
        switch onApp(before: envelope.deadline.time, { travel in Result { try travel.answer(to: request) } }) {
        case .abandoned: throw Refusal(.busy, "The app's thread was busy, so nothing was done.")
        case .unfinished: throw Refusal(.unfinished, "The app has not finished the request yet.")
        case .done(nil): throw Refusal(.other, "The app no longer accepts requests.")
        case .done(let outcome?):
            let (answer, pause) = try outcome.get()
            if let pause {
                next = .now() + pause / .seconds(1)
            } else if !answer.isPlaying {
                next = nil
            }
            // The session then contains everything that the answer refers to.
            recorder?.flush(atMost: .seconds(60))
            return answer
        }
    }

    private func continuePlayback() {
        let start = DispatchTime.now()
        next = nil
        switch onApp(before: .now() + Self.longestStep, { $0.continuePlayback() }) {
        case .done(let pause??): next = start + pause / .seconds(1)
        case .done: break
        // The app is busy.
        case .abandoned, .unfinished: next = .now() + Self.retryInterval
        }
    }

    /// Calls `body` in the store's isolation. Returns nil if the travel no longer exists.
    private func onApp<Result: Sendable>(
        before deadline: DispatchTime,
        _ body: @escaping @Sendable (TimeTravel<State>) -> Result
    ) -> SteeringJob<Result?>.Outcome {
        let job = SteeringJob<Result?>()
        run { [self] in
            job.run { mailbox.isOpen ? travel.map(body) : nil }
        }
        return job.wait(until: deadline)
    }
}

extension Int64 {
    /// The time that is this number of microseconds after 1970, limited to one hour from now.
    fileprivate var time: DispatchTime {
        .now() + Swift.min(3600, Date(microseconds: self).timeIntervalSinceNow)
    }
}
