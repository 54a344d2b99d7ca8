import Foundation
import RewindRemote
import RewindTree

/// Sends requests to `rewind listen` or `rewind fleet serve`, one at a time on each thread.
struct LinkClient: Sendable {
    /// The times to wait, in seconds.
    struct Times: Sendable {
        /// For the answer to rows.
        var reply = 10.0
        /// For a steering request; the desk answers after 25 s without one.
        var request = 40.0
        /// Between tries without a connection: at first, and at most.
        var retry = 0.2...5.0
        /// Between looks at the session.
        var interval = 0.05
        /// Between signs of life while nothing changes; after 60 s, the desk takes the app for disconnected.
        var sign = 20.0
    }

    let times: Times
    private let server: URL?
    private let token: String
    private let transport: HTTPTransport

    init(_ address: LinkAddress, _ times: Times = Times()) {
        self.init(address.url, token: address.token, times)
    }

    /// Creates a client of the server at a URL. Without `allowsCellularAccess`, nothing is sent over cellular networks or personal
    /// hotspots, or in Low Data Mode.
    init(_ server: URL?, token: String, allowsCellularAccess: Bool = true, _ times: Times) {
        self.server = server
        self.token = token
        self.times = times
        transport = HTTPTransport(allowsCellularAccess: allowsCellularAccess)
    }

    /// Sends a request, and waits for the answer on the current thread.
    ///
    /// - Returns: The status and the body.
    /// - Throws: `LinkFailure.unreachable`, `LinkFailure.busy`.
    func send(
        _ method: String,
        _ path: String,
        _ query: [String: String] = [:],
        body: [UInt8]? = nil,
        seconds: Double
    ) throws(LinkFailure) -> (status: Int, body: [UInt8]) {
        guard let url = url(path, query) else { throw LinkFailure.unreachable }
        let request = HTTPRequest(method: method, url: url, token: token, body: body)
        guard let answer = transport.answer(to: request, within: seconds) else { throw LinkFailure.unreachable }
        if [429, 503].contains(answer.status), let seconds = answer.retryAfter.flatMap({ Int($0) }) {
            throw LinkFailure.busy(seconds: Double(min(max(seconds, 1), 3_600)))
        }
        return (answer.status, answer.body)
    }

    private func url(_ path: String, _ query: [String: String]) -> URL? {
        guard let server, var parts = URLComponents(url: server, resolvingAgainstBaseURL: true) else { return nil }
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        parts.path += path
        if !query.isEmpty { parts.queryItems = query.map { URLQueryItem(name: $0, value: $1) } }
        return parts.url
    }

    func close() {
        transport.close()
    }
}

/// A value from another thread, once it is there.
///
/// Safe to share because its value is only used under `lock`.
final class Handover<Value: Sendable>: @unchecked Sendable {
    private let isThere = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var value: Value?

    func set(_ value: Value?) {
        lock.withLock { self.value = value }
        isThere.signal()
    }

    /// Waits for the value; returns nil if it was not set within `seconds`.
    func wait(_ seconds: Double) -> Value? {
        _ = isThere.wait(timeout: .now() + seconds)
        return lock.withLock { value }
    }
}

/// The reason why rows could not be sent.
enum LinkFailure: Error {
    /// There is no connection, or the desk has trouble: the rows are sent later.
    case unreachable
    /// The server wants the rows later.
    case busy(seconds: Double)
    /// The desk refuses rows for good; `reason` is its sentence, and `status` that of HTTP.
    case refused(status: Int, reason: String)
    /// A value has too many bytes for a message.
    case tooLong(bytes: Int)
}
