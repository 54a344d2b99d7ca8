import Foundation
import RewindRemote
import RewindServer
import RewindTree

/// Admits requests with a key, within the limits.
actor CollectGate {
    /// The number of bytes for which a shorter request counts.
    private static let leastBytes = 16 << 10

    private let keys: CollectKeys
    private var addresses: RateLimiter
    private var apps: RateLimiter

    init(_ keys: CollectKeys, _ limits: CollectLimits) {
        self.keys = keys
        addresses = RateLimiter(limits.addressRate)
        apps = RateLimiter(limits.keyRate)
    }

    /// Returns the response to a request that is refused before its body is read; nil if it is admitted.
    func refusal(of request: Request) -> Response? {
        guard request.path == LinkPath.rows else { return .sentence(404, "There is nothing here.") }
        guard request.method == "POST" else { return .sentence(405, "Apps send sessions with POST.") }
        guard let length = request.body.length, length >= 0 else {
            return .sentence(411, "The length of the request is missing.")
        }
        guard length <= LinkHead.longestMessage else {
            return .sentence(413, "A request has at most \(LinkHead.longestMessage >> 20) MB.")
        }
        let (bytes, now) = (max(length, Self.leastBytes), ContinuousClock.now)
        // Before the key, so that wrong ones count, too.
        if let address = Self.address(of: request), let wait = addresses.wait(address, bytes, at: now) {
            return .sentence(429, "This address has sent too much; try again later.", retryAfter: wait)
        }
        guard let key = request.bearer else { return .sentence(401, "The key is missing.") }
        guard keys.app(of: key) != nil else {
            return .sentence(401, "The key is not one of this server, or was revoked.")
        }
        return apps.wait(key, bytes, at: now).map {
            .sentence(429, "The apps with this key have sent too much; try again later.", retryAfter: $0)
        }
    }

    /// Returns the address for which a request counts; nil if it was sent by this machine.
    ///
    /// The proxy is on this machine, and adds the address of its client to a header that the client can begin. A client
    /// with IPv6 usually has 2^64 addresses.
    private static func address(of request: Request) -> String? {
        guard var address = request.client else { return nil }
        if ListenAccess.isLoopback(address) {
            guard let forwarded = request.headers("x-forwarded-for").last?.split(separator: ",").last else {
                return nil
            }
            address = forwarded.trimmingCharacters(in: .whitespaces)
        }
        var (old, new) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &old) == 1 { return address }
        guard inet_pton(AF_INET6, address, &new) == 1 else { return nil }
        return withUnsafeBytes(of: new) { Array($0.prefix(8)).hexadecimal }
    }
}
