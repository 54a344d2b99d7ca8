import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// Sends a recording while it grows, and then the earlier sessions whose copies are incomplete, each on a thread of its
/// own.
///
/// Safe to share because its mutable state is only used under `lock`.
final class LinkThread: @unchecked Sendable {
    private let client: LinkClient
    private let source: LinkBatch.Source
    private let report: @Sendable (String) -> Void

    private let lock = NSCondition()
    /// The number of times that the copy was to be completed, and the number that was reached.
    private var (wanted, reached) = (0, 0)
    private var isOver = false
    private var hasContact = false
    private var takesRequests = false

    init(_ client: LinkClient, _ source: LinkBatch.Source, reporting report: @escaping @Sendable (String) -> Void) {
        self.client = client
        self.source = source
        self.report = report
    }

    deinit {
        client.close()
    }

    func start() {
        begin("Rewind link") { $0.run() }
    }

    private func begin(_ name: String, _ body: @escaping @Sendable (LinkThread) -> Void) {
        let thread = Thread { [self] in body(self) }
        thread.name = name
        thread.start()
    }

    /// Waits until everything that is in the session now is in the copy. Returns false if it is not by `deadline`.
    func flush(until deadline: Date) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        wanted += 1
        let number = wanted
        lock.broadcast()
        while reached < number, !isOver {
            guard lock.wait(until: deadline) else { return false }
        }
        return reached >= number
    }

    // MARK: Rows

    private func run() {
        var sender = LinkSender(client, source)
        var monitor = SessionMonitor(of: source.url)
        var pause = client.times.retry.lowerBound
        var (isEnded, isSent) = (false, false)
        while !isEnded {
            withAutoreleasePool {
                let number = lock.withLock { wanted }
                do {
                    _ = monitor.hasChanged()
                    let isSteered = isSteered
                    isEnded = try sender.send(isSteered: isSteered)
                    isSent = isEnded
                    noteSent(number)
                    pause = client.times.retry.lowerBound
                    if isSteered { startTakingRequests() }
                    if !isEnded { waitForChange(&monitor, isSteered: isSteered) }
                } catch {
                    if let reason = Self.reason(error, source.url) {
                        report(reason)
                        isEnded = true
                        return
                    }
                    sender.forget()
                    wait(pause)
                    pause = min(2 * pause, client.times.retry.upperBound)
                }
            }
        }
        // If it was being read when it was closed, it is not one file yet.
        SessionRecovery.finishLate(source.url)
        if isSent { LinkMark.remove(source.url) }
        lock.withLock {
            isOver = true
            if isSent { reached = .max }
            lock.broadcast()
        }
    }

    /// Returns why a session can never be sent; nil for an error that may pass.
    private static func reason(_ error: any Error, _ url: URL) -> String? {
        switch error {
        case LinkFailure.refused(_, let reason): reason
        case LinkFailure.tooLong(let bytes): "a value of \(bytes) bytes is too long to be sent"
        case LinkFailure.unreachable, LinkFailure.busy: nil
        default: FileManager.default.fileExists(atPath: url.path) ? nil : "the session file is gone"
        }
    }

    private var isSteered: Bool { SteeringClient(of: source.url).isOpen }

    private func noteSent(_ number: Int) {
        let isFirst = lock.withLock {
            reached = number
            lock.broadcast()
            defer { hasContact = true }
            return !hasContact
        }
        if isFirst { begin("Rewind link, earlier sessions") { $0.sendEarlierSessions() } }
    }

    /// Waits until the session may have changed, someone waits for the copy, or the desk needs a sign of life.
    private func waitForChange(_ monitor: inout SessionMonitor, isSteered: Bool) {
        // Looks less often while nothing happens.
        var interval = client.times.interval
        let end = Date(timeIntervalSinceNow: client.times.sign)
        while !monitor.hasChanged(), isSteered == self.isSteered, end.timeIntervalSinceNow > 0 {
            guard wait(interval, unlessWanted: true) else { return }
            interval = min(interval * 1.2, max(client.times.interval, 0.5))
        }
    }

    /// Waits. Returns false if `unlessWanted` and someone waits for the copy.
    @discardableResult
    private func wait(_ seconds: Double, unlessWanted: Bool = false) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !(unlessWanted && reached < wanted) {
            guard lock.wait(until: deadline) else { return true }
        }
        return false
    }

    // MARK: Earlier sessions

    /// Completes the copies of sessions that ended without a connection, as after a crash.
    private func sendEarlierSessions() {
        for url in LinkMark.sessions(in: source.url.deletingLastPathComponent()) where url.path != source.url.path {
            // Opening it adds what is only in the files beside it.
            guard let session = try? SessionReader(opening: url), !session.isLive else { continue }
            session.close()
            if let source = LinkBatch.Source(of: url) { send(source) }
        }
    }

    private func send(_ source: LinkBatch.Source) {
        var sender = LinkSender(client, source)
        while true {
            do {
                if try sender.send(isSteered: false) { LinkMark.remove(source.url) }
                return
            } catch LinkFailure.unreachable where lock.withLock({ !isOver }) {
                sender.forget()
                wait(client.times.retry.upperBound)
            } catch {
                return
            }
        }
    }

    // MARK: Steering

    private func startTakingRequests() {
        let isFirst = lock.withLock {
            defer { takesRequests = true }
            return !takesRequests
        }
        if isFirst { begin("Rewind link, requests") { $0.takeRequests() } }
    }

    /// Takes steering requests from the desk while the app accepts them.
    private func takeRequests() {
        defer { lock.withLock { takesRequests = false } }
        let steering = SteeringClient(of: source.url)
        while steering.isOpen, lock.withLock({ !isOver }) {
            withAutoreleasePool {
                do {
                    try takeRequest(steering)
                } catch {
                    wait(client.times.retry.lowerBound)
                }
            }
        }
    }

    private func takeRequest(_ steering: SteeringClient) throws {
        let query = ["session": source.session]
        let times = client.times
        let (status, body) = try client.send("GET", LinkPath.request, query, seconds: times.request)
        guard status == 200, let asked = LinkRequest(body) else {
            // After a while without a request, the desk answers with nothing.
            if status != 204 { wait(times.retry.lowerBound) }
            return
        }
        let seconds = min(max(asked.seconds, 0), 60)
        let reply = Self.reply(to: asked.request, of: steering, seconds)
        // The effect is then in the copy, too.
        _ = flush(until: Date(timeIntervalSinceNow: seconds))
        _ = try client.send(
            "POST",
            LinkPath.answer,
            query.merging(["request": asked.id]) { $1 },
            body: reply.bytes,
            seconds: times.reply
        )
    }

    /// Passes a request to the app, and waits for its reply on the current thread.
    private static func reply(
        to request: SteeringRequest,
        of steering: SteeringClient,
        _ seconds: Double
    ) -> SteeringReply {
        let job = Handover<SteeringReply>()
        Task {
            do {
                job.set(.done(answer: try await steering.send(request, timeout: .seconds(seconds))))
            } catch {
                job.set(SteeringReply(.failure(error)))
            }
        }
        // The client itself stops waiting a little later than the app may take.
        return job.wait(seconds + 5) ?? .refused(refusal: .noAnswer(seconds: seconds, isTaken: true))
    }
}
