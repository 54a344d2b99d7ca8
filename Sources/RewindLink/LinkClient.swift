import Foundation
import RewindTree

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests to `rewind listen`, one at a time on each thread.
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

    let address: LinkAddress
    let times: Times
    private let session: URLSession

    init(_ address: LinkAddress, _ times: Times = Times()) {
        (self.address, self.times) = (address, times)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    /// Sends a request, and waits for the answer on the current thread.
    ///
    /// - Returns: The status and the body.
    /// - Throws: `LinkFailure.unreachable`.
    func send(
        _ method: String,
        _ path: String,
        _ query: [String: String] = [:],
        body: [UInt8]? = nil,
        seconds: Double
    ) throws(LinkFailure) -> (status: Int, body: [UInt8]) {
        guard let url = address.url(path, query) else { throw LinkFailure.unreachable }
        var request = URLRequest(url: url, timeoutInterval: seconds)
        request.httpMethod = method
        request.setValue("Bearer \(address.token)", forHTTPHeaderField: "Authorization")
        request.httpBody = body.map { Data($0) }
        let result = Handover<(status: Int, body: [UInt8])>()
        let task = session.dataTask(with: request) { data, response, _ in
            result.set((response as? HTTPURLResponse).map { ($0.statusCode, Array(data ?? Data())) })
        }
        task.resume()
        // The timeout of a request begins again with each byte.
        guard let answer = result.wait(seconds + 1) else {
            task.cancel()
            throw LinkFailure.unreachable
        }
        return answer
    }

    func close() {
        session.invalidateAndCancel()
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
    /// The desk refuses rows for good; `reason` is its sentence.
    case refused(reason: String)
    /// A value has too many bytes for a message.
    case tooLong(bytes: Int)
}
