import Foundation
import Rewind
import RewindSession

/// Has an app do what others ask for: looks for requests on a thread of its own, and gets to where the store is used for
/// each.
///
/// Sound to share because its state is only touched by its thread, and the travel only where the store is used, as the app
/// uses it: elsewhere nobody takes a reference to it.
final class Steering<State>: @unchecked Sendable {
    /// Between two looks for requests, in seconds: while somebody steers, and else.
    private static var intervals: (inUse: Double, idle: Double) { (0.01, 0.05) }
    /// How long a step of a playback may wait for the app's thread, in seconds.
    private static var longestStep: Double { 1 }

    private weak let travel: TimeTravel<State>?
    private weak let recorder: Recorder<State>?
    private let mailbox: SteeringMailbox
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// At which uptime a playback goes on; nil where none is under way.
    private var next: TimeInterval?
    private var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

    init(
        of travel: TimeTravel<State>,
        through mailbox: SteeringMailbox,
        on run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        (self.travel, recorder) = (travel, travel.recorder)
        (self.mailbox, self.run) = (mailbox, run)
    }

    /// Takes requests from now on until the mailbox is closed.
    func start() {
        let thread = Thread { [self] in takeRequests() }
        thread.name = "Rewind steering"
        thread.start()
    }

    private func takeRequests() {
        while let letters = mailbox.takeRequests() {
            for letter in letters { mailbox.answer(answer(to: letter), to: letter) }
            if let next, next <= now { goOnPlaying() }
            let pause = mailbox.isInUse ? Self.intervals.inUse : Self.intervals.idle
            Thread.sleep(forTimeInterval: min(pause, next.map { max(0, $0 - now) } ?? pause))
        }
        mailbox.close()
    }

    private func answer(to letter: SteeringMailbox.Letter) -> SteeringAnswer {
        switch letter.request {
        case .failure(let refusal): return refused(refusal)
        case .success(let request):
            // Those before it may have taken their time.
            guard letter.deadline.time > .now() else {
                return refused(SteeringRefusal(.late, "The request came too late."))
            }
            switch onApp(before: letter.deadline.time, { $0.answer(to: request) }) {
            case .abandoned: return refused(SteeringRefusal(.busy, "The app's thread was busy, so nothing was done."))
            case .unfinished: return refused(SteeringRefusal(.unfinished, "The app is not done with it yet."))
            case .done(nil): return refused(SteeringRefusal(.other, "The app has closed its travel."))
            case .done(let (answer, pause)?):
                if let pause {
                    next = now + pause / .seconds(1)
                } else if !answer.isPlaying {
                    next = nil
                }
                // Who asked can read in the session what the answer tells of.
                recorder?.flush()
                return answer
            }
        }
    }

    private func goOnPlaying() {
        let start = now
        next = nil
        switch onApp(before: .now() + Self.longestStep, { $0.goOnPlaying() }) {
        case .done(let pause??): next = start + pause / .seconds(1)
        case .done: break
        // The app is busy.
        case .abandoned, .unfinished: next = now + Self.intervals.inUse
        }
    }

    /// Runs `body` where the store is used; gives nil where the travel is gone.
    private func onApp<Result: Sendable>(
        before deadline: DispatchTime,
        _ body: @escaping @Sendable (TimeTravel<State>) -> Result
    ) -> Errand<Result?>.Outcome {
        let errand = Errand<Result?>()
        run { [self] in
            errand.run { mailbox.isOpen ? travel.map(body) : nil }
        }
        return errand.wait(until: deadline)
    }

    private func refused(_ refusal: SteeringRefusal) -> SteeringAnswer {
        var answer = SteeringAnswer(from: 0, position: 0, last: 0, tip: 0, isPlaying: false, isLocked: false)
        if let dispatches = recorder?.dispatches {
            answer = SteeringAnswer(of: dispatches, from: dispatches.destination.position)
        }
        answer.refusal = refusal
        return answer
    }
}

extension Int64 {
    /// The time that is so many microseconds after 1970, at most an hour from now.
    fileprivate var time: DispatchTime {
        .now() + Swift.min(3600, Double(self) / 1_000_000 - Date().timeIntervalSince1970)
    }
}
