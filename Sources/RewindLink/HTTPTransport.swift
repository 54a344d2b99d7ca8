import Foundation
import RewindRemote

/// A request of an app.
struct HTTPRequest: Sendable {
    let method: String
    let url: URL
    let token: String
    let body: [UInt8]?

    /// The headers but for that of the length.
    var headers: [(name: String, value: String)] {
        [("Authorization", "Bearer \(token)")] + (body.map { [(BodyDigest.header, BodyDigest.text(of: $0))] } ?? [])
    }
}

/// The answer to a request.
struct HTTPAnswer: Hashable, Sendable {
    var status = 0
    /// The value of the header `Retry-After`.
    var retryAfter: String?
    var body: [UInt8] = []
}

extension HTTPTransport {
    /// Why nothing is sent to an `https` address where `hasTLS` is false.
    static let withoutTLS = "HTTPS is not available on this system: give the http address of a proxy on this machine"
}

#if canImport(FoundationNetworking)
/// What sends requests on this system. URLSession of swift-corelibs-foundation traps when a server ends the connection
/// in a head, and recording must never end the app.
typealias HTTPTransport = SocketTransport
#else
/// What sends requests on this system.
struct HTTPTransport: Sendable {
    private let session: URLSession

    /// Without `allowsCellularAccess`, nothing is sent over cellular networks or personal hotspots, or in Low Data Mode.
    init(allowsCellularAccess: Bool) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        if !allowsCellularAccess {
            configuration.allowsCellularAccess = false
            configuration.allowsExpensiveNetworkAccess = false
            configuration.allowsConstrainedNetworkAccess = false
        }
        session = URLSession(configuration: configuration)
    }

    /// True if requests to `https` addresses can be sent.
    static let hasTLS = true

    /// Sends a request, and waits for the answer on the current thread; nil if none came within `seconds`.
    func answer(to sent: HTTPRequest, within seconds: Double) -> HTTPAnswer? {
        var request = URLRequest(url: sent.url, timeoutInterval: seconds)
        request.httpMethod = sent.method
        for (name, value) in sent.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = sent.body.map { Data($0) }
        let result = Handover<HTTPAnswer>()
        let task = session.dataTask(with: request) { data, response, _ in
            result.set(
                (response as? HTTPURLResponse).map {
                    HTTPAnswer(
                        status: $0.statusCode,
                        retryAfter: $0.value(forHTTPHeaderField: "Retry-After"),
                        body: Array(data ?? Data())
                    )
                }
            )
        }
        task.resume()
        // The timeout of a request begins again with each byte.
        let answer = result.wait(seconds + 1)
        if answer == nil { task.cancel() }
        return answer
    }

    func close() {
        session.invalidateAndCancel()
    }
}
#endif
