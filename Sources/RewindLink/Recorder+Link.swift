import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindTimeline

extension Recorder {
    /// Sends the recording to `rewind listen` on another machine, while it is being recorded.
    ///
    /// ```swift
    /// let recorder = Recorder<AppState>(in: sessions)
    /// recorder.link()
    /// ```
    ///
    /// The address comes from the environment variable `REWIND_LINK`, which the scheme in Xcode sets; `rewind listen`
    /// prints the value. Without the variable, this does nothing, so the call can stay in the app.
    ///
    /// The session file is the queue: background threads read its new rows and send them. A dispatch does no work
    /// for it, and nothing is kept in memory while there is no connection. After one was lost, sending continues after
    /// the last row that arrived; after a crash, with the next launch. If the app lets others steer it
    /// (`TimeTravel.open`), it can also be steered from the other machine.
    ///
    /// If the session can never be sent, ``RecorderOptions/onProblem`` receives ``RecorderProblem/notLinked(reason:)``.
    ///
    /// An `http` address is not encrypted: use it on a network that you trust. With an `https` address, that of a proxy
    /// before `rewind listen`, the system checks the certificate. On Linux, HTTPS is not available.
    ///
    /// - Parameter address: The value that `rewind listen` prints, if it does not come from the environment.
    @discardableResult
    public func link(to address: String? = ProcessInfo.processInfo.environment["REWIND_LINK"]) -> RecorderLink? {
        link(to: address, LinkClient.Times())
    }

    func link(to text: String?, _ times: LinkClient.Times) -> RecorderLink? {
        guard let text, !text.isEmpty else { return nil }
        let dispatches = dispatches
        guard let address = LinkAddress(text) else {
            dispatches.tell(.notLinked(reason: "REWIND_LINK is not an address that \"rewind listen\" prints"))
            return nil
        }
        if address.isEncrypted, !HTTPTransport.hasTLS {
            dispatches.tell(.notLinked(reason: HTTPTransport.withoutTLS))
            return nil
        }
        // Nothing is recorded.
        guard let url, let source = LinkBatch.Source(of: url) else { return nil }
        LinkMark.create(url)
        let thread = LinkThread(LinkClient(address, times), source) { dispatches.tell(.notLinked(reason: $0)) }
        thread.start()
        return RecorderLink(thread)
    }
}

/// A connection over which a recording is sent. It lasts as long as the recording, also without a reference to it.
public final class RecorderLink: Sendable {
    private let thread: LinkThread

    init(_ thread: LinkThread) {
        self.thread = thread
    }

    /// Waits until everything that is in the session file has arrived. Call `Recorder.flush(atMost:)` or `Recorder.close()`
    /// before.
    ///
    /// - Returns: False if it has not arrived in this time.
    @discardableResult
    public func flush(atMost limit: Duration) -> Bool {
        thread.flush(until: Date(timeIntervalSinceNow: limit / .seconds(1)))
    }
}

extension LinkBatch.Source {
    /// Reads the facts of the session at `url`; nil if it cannot be read.
    init?(of url: URL) {
        guard let db = try? Connection(reading: url.path) else { return nil }
        defer { try? db.close() }
        func fact(_ key: String) -> String? {
            try? db.fetchOne(String.self, "SELECT value FROM session WHERE key = ?", [key])
        }
        guard let id = fact(SessionFact.idKey) else { return nil }
        self.init(url: url, app: fact("app") ?? "", session: id)
    }
}
