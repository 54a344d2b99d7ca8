import Foundation
import RewindRemote
import RewindSession
import RewindUpkeep

/// A session that an app on another machine sends: its copy, and the requests that wait for the app.
actor LinkedSession {
    private let id: String
    private let folder: SessionNames
    private let report: @Sendable (ListenEvent) -> Void
    private var app = ""
    private var isStalled = false
    private var url: URL?
    private var replica: SessionReplica?
    private var relay: SteeringRelay?
    private let requests = RequestQueue()
    private var isAbsent = false
    /// The number of requests of the app for steering requests, and the number of those that wait.
    private var (polls, waitingPolls) = (0, 0)
    private(set) var lastContact = ContinuousClock.now

    init(_ id: String, in folder: SessionNames, at url: URL?, report: @escaping @Sendable (ListenEvent) -> Void) {
        self.id = id
        self.folder = folder
        self.url = url
        self.report = report
    }

    /// Adds rows if the copy is at `head.after`, and returns its position.
    ///
    /// - Throws: `SessionError`, `Refusal`.
    func add(_ rows: [LinkRow], _ head: LinkHead) throws -> (isAdded: Bool, position: LinkPosition) {
        app = head.app
        noteContact()
        do {
            let result = try addNow(rows, head)
            if isStalled, let url { report(.resumed(url, isComplete: true)) }
            isStalled = false
            return result
        } catch let error as SessionError {
            if !isStalled { report(url.map { .stalled($0, error) } ?? .failed(app: app, error)) }
            isStalled = true
            throw error
        }
    }

    private func addNow(_ rows: [LinkRow], _ head: LinkHead) throws -> (isAdded: Bool, position: LinkPosition) {
        if head.restarts, !rows.isEmpty {
            release()
            url = nil
        }
        let position = try openReplica()?.position ?? LinkPosition()
        guard rows.isEmpty || head.after == position else { return (false, position) }
        guard !rows.isEmpty else {
            steer(head.isSteered)
            return (true, position)
        }
        let replica = try openReplica() ?? createReplica(head)
        try replica.add(rows)
        if replica.isEnded {
            report(.disconnected(app: app, replica.url))
            release()
        }
        steer(head.isSteered)
        return (true, replica.position)
    }

    /// Closes the copy if the app has been silent.
    func releaseIfSilent(since time: ContinuousClock.Instant) {
        guard lastContact < time, replica != nil else { return }
        if let url { report(.disconnected(app: app, url)) }
        release()
    }

    /// Closes the copy. The app can continue it later.
    func release() {
        relay?.close()
        relay = nil
        replica?.release()
        replica = nil
    }

    // MARK: The file

    private func openReplica() throws -> SessionReplica? {
        if let replica {
            if replica.isInPlace { return replica }
            replica.abandon()
            (self.replica, url) = (nil, nil)
        }
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return nil }
        let opened = try SessionReplica(continuing: url, session: id)
        replica = opened
        report(.continuing(app: app, url))
        return opened
    }

    private func createReplica(_ head: LinkHead) throws -> SessionReplica {
        let created = try folder.create("\(head.app) \(head.file)") { try SessionReplica(creating: $0, session: id) }
        (url, replica) = (created.url, created)
        report(.recording(app: app, created.url))
        return created
    }

    // MARK: Steering

    private func steer(_ isSteered: Bool) {
        guard isSteered, let url, replica != nil else {
            relay?.close()
            relay = nil
            return
        }
        guard relay == nil else { return }
        relay = try? SteeringRelay(for: url) { [requests] request in try await requests.ask(request) }
    }

    /// Returns the next request for the app; nil if none comes within `time`.
    func nextRequest(within time: Duration) async -> LinkRequest? {
        noteContact()
        polls += 1
        waitingPolls += 1
        let poll = polls
        let request = await requests.next(within: time)
        waitingPolls -= 1
        // The request is canceled when the app's connection ends; the app may have another one by then.
        if Task.isCancelled, poll == polls { miss() }
        return request
    }

    /// Reports the app as not connected if it has sent nothing since `time`, and no request of it waits.
    func missIfSilent(since time: ContinuousClock.Instant) {
        if lastContact < time, waitingPolls == 0, !isAbsent { miss() }
    }

    private func miss() {
        relay?.setAbsent(until: Date(timeIntervalSinceNow: LinkReceiver.silence / .seconds(1)))
        isAbsent = true
    }

    private func noteContact() {
        lastContact = .now
        if isAbsent { relay?.setAbsent(until: nil) }
        isAbsent = false
    }

    func receive(_ reply: SteeringReply, to request: String) async {
        await requests.receive(reply, to: request)
    }
}

/// Requests on their way to an app, and the answers on their way back.
private actor RequestQueue {
    private var waiting: [LinkRequest] = []
    private var taker: CheckedContinuation<LinkRequest?, Never>?
    private var takerNumber = 0
    private var askers: [String: CheckedContinuation<SteeringAnswer, any Error>] = [:]
    private var count = 0

    /// Passes a request to the app, and returns its answer.
    ///
    /// - Throws: `Refusal`.
    func ask(_ request: SteeringRequest) async throws -> SteeringAnswer {
        let seconds = SteeringClient.usualTimeout / .seconds(1)
        count += 1
        let id = String(count)
        let sent = LinkRequest(id: id, seconds: seconds, request: request)
        let timeout = Task {
            try await Task.sleep(for: .seconds(seconds))
            fail(id)
        }
        defer { timeout.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            askers[id] = continuation
            waiting.append(sent)
            giveNext()
        }
    }

    private func fail(_ id: String) {
        let isTaken = !waiting.contains { $0.id == id }
        waiting.removeAll { $0.id == id }
        let refusal =
            isTaken
            ? Refusal(.unfinished, "The app has not answered yet.")
            : Refusal(.busy, "The app is not connected, so nothing was done.")
        receive(.refused(refusal: refusal), to: id)
    }

    func receive(_ reply: SteeringReply, to id: String) {
        askers.removeValue(forKey: id)?.resume(with: Result { try reply.get() })
    }

    /// Returns the next request; nil if none comes within `time`, the task is canceled, or another call takes them from
    /// now on.
    func next(within time: Duration) async -> LinkRequest? {
        give(nil)
        if !waiting.isEmpty { return waiting.removeFirst() }
        count += 1
        let number = count
        let timeout = Task {
            try await Task.sleep(for: time)
            giveUp(number)
        }
        defer { timeout.cancel() }
        takerNumber = number
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                taker = continuation
                if Task.isCancelled { give(nil) }
            }
        } onCancel: {
            Task { await giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        if takerNumber == number { give(nil) }
    }

    private func giveNext() {
        guard taker != nil, !waiting.isEmpty else { return }
        give(waiting.removeFirst())
    }

    private func give(_ request: LinkRequest?) {
        let taker = taker
        self.taker = nil
        taker?.resume(returning: request)
    }
}
