import Foundation
import Rewind
import RewindSession
import RewindTimeline
import RewindTree

extension SessionFolder {
    /// Sends finished sessions to a server of `rewind fleet serve`, on a background thread. Call it only if the user
    /// has agreed.
    ///
    /// ```swift
    /// let recorder = Recorder<AppState>(in: sessions)
    /// if settings.sendsReports {
    ///     sessions.upload(to: server, key: key)
    /// }
    /// ```
    ///
    /// A session that was sent or refused is marked and not sent again. Without a connection, sending continues when
    /// there is one, after the last row that arrived; after the process ended, with the next call. A session that is
    /// being recorded is never sent, and rows that two uploads send are added once.
    ///
    /// - Parameters:
    ///   - selection: The sessions to send, the latest first.
    ///   - server: The address of the server, which begins with https, except on this machine. On other systems than
    ///     Apple's, HTTPS is not available: give the address of a proxy on this machine that adds it.
    ///   - key: The app's key of the server. It permits nothing but sending.
    ///   - allowsCellularAccess: Whether to send over cellular networks, over personal hotspots, and in Low Data Mode, too.
    ///     On other systems than Apple's, it has no effect.
    ///   - onEvent: Receives what happens, on the background thread.
    @discardableResult
    public func upload(
        _ selection: SessionUpload.Selection = .crashed,
        to server: URL,
        key: String,
        allowsCellularAccess: Bool = false,
        onEvent: @escaping @Sendable (SessionUpload.Event) -> Void = { _ in }
    ) -> SessionUpload {
        upload(
            selection,
            to: server,
            key: key,
            allowsCellularAccess: allowsCellularAccess,
            SessionUpload.times,
            onEvent: onEvent
        )
    }

    @discardableResult
    func upload(
        _ selection: SessionUpload.Selection,
        to server: URL,
        key: String,
        allowsCellularAccess: Bool = false,
        _ times: LinkClient.Times,
        onEvent: @escaping @Sendable (SessionUpload.Event) -> Void
    ) -> SessionUpload {
        let client = LinkClient(server, token: key, allowsCellularAccess: allowsCellularAccess, times)
        let upload = SessionUpload(client, onEvent)
        let thread = Thread { [folder = self] in
            if let reason = SessionUpload.refusal(of: server) {
                onEvent(.stopped(reason: reason))
            } else {
                upload.run(folder, selection)
            }
        }
        thread.name = "Rewind upload"
        thread.qualityOfService = .utility
        thread.start()
        return upload
    }
}

/// Sessions that are being sent to a server. It continues without a reference to it.
///
/// Safe to share because its mutable state is only used under `lock`.
public final class SessionUpload: @unchecked Sendable {
    /// The sessions to send.
    public enum Selection: Hashable, Sendable {
        /// Those whose app crashed or was killed, other than in the background with nothing under way.
        case crashed
        /// All that are not being recorded.
        case all
    }

    /// An event of an upload.
    public enum Event: Hashable, Sendable {
        /// The server has the whole session.
        case uploaded(URL)
        /// The session can never be sent; `reason` is a sentence for developers.
        case refused(URL, reason: String)
        /// No session can be sent, for example because the key is wrong.
        case stopped(reason: String)
        /// No selected session is left.
        case finished
    }

    /// Slower than a link, because nobody waits for the sessions.
    static var times: LinkClient.Times {
        var times = LinkClient.Times()
        (times.reply, times.retry) = (240, 2...600)
        return times
    }

    private let client: LinkClient
    private let report: @Sendable (Event) -> Void
    private let lock = NSCondition()
    private var isCanceled = false

    init(_ client: LinkClient, _ report: @escaping @Sendable (Event) -> Void) {
        (self.client, self.report) = (client, report)
    }

    deinit {
        client.close()
    }

    /// Stops sending after the current request, as when the user withdraws the consent. The rows that arrived stay on
    /// the server.
    public func cancel() {
        lock.withLock {
            isCanceled = true
            lock.broadcast()
        }
    }

    private var isWanted: Bool { lock.withLock { !isCanceled } }

    /// Returns why nothing is sent to a server; nil if nobody on the way can read what is sent.
    fileprivate static func refusal(of server: URL) -> String? {
        if server.scheme?.lowercased() == "https" {
            guard !HTTPTransport.hasTLS else { return nil }
            return HTTPTransport.withoutTLS
        }
        guard !["localhost", "127.0.0.1", "::1"].contains(server.host ?? "") else { return nil }
        return "the address of the server does not begin with https://"
    }

    fileprivate func run(_ folder: SessionFolder, _ selection: Selection) {
        for url in folder.sessionURLs() where !LinkMark.isUploaded(url) {
            guard isSelected(url, selection), let source = LinkBatch.Source(of: url) else { continue }
            guard send(source) else { return }
        }
        report(.finished)
    }

    private func isSelected(_ url: URL, _ selection: Selection) -> Bool {
        // Opening it adds what is only in the files beside it.
        guard let session = try? SessionReader(opening: url) else { return false }
        defer { session.close() }
        guard !session.isLive, !session.isUnfinished, let facts = try? session.facts() else { return false }
        return selection == .all || facts[SessionFact.endedByKey] == SessionFact.endedByCrash
    }

    /// Sends a session, however long that takes. Returns false if no other can be sent.
    private func send(_ source: LinkBatch.Source) -> Bool {
        var sender = LinkSender(client, source)
        var pause = client.times.retry.lowerBound
        var failure = Date.distantPast
        while true {
            do {
                let result = withAutoreleasePool { Result { try sender.send(isSteered: false) { isWanted } } }
                if try result.get() {
                    LinkMark.setUploaded(source.url)
                    report(.uploaded(source.url))
                }
                return true
            } catch LinkFailure.unreachable {
                sender.forget()
                pause = sender.lastContact > failure ? client.times.retry.lowerBound : pause * 2
                pause = min(pause, client.times.retry.upperBound)
                failure = Date()
                guard wait(pause) else { return false }
            } catch LinkFailure.busy(let seconds) {
                // The server refused the rows unread, so the position is still right.
                guard wait(seconds) else { return false }
            } catch LinkFailure.refused(let status, let reason) where [401, 403].contains(status) {
                report(.stopped(reason: reason))
                return false
            } catch LinkFailure.refused(_, let reason) {
                refuse(source.url, reason)
                return true
            } catch LinkFailure.tooLong(let bytes) {
                refuse(source.url, "a value of \(bytes) bytes is too long to be sent")
                return true
            } catch {
                // It was removed, or cannot be read now.
                return true
            }
        }
    }

    private func refuse(_ url: URL, _ reason: String) {
        LinkMark.setUploaded(url, reason: reason)
        report(.refused(url, reason: reason))
    }

    /// Waits. Returns false if the upload was canceled.
    private func wait(_ seconds: Double) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !isCanceled, lock.wait(until: deadline) {}
        return !isCanceled
    }
}
