#if os(macOS) || os(Linux)

import Foundation
import NIOCore
import NIOHTTP1
import RewindRemote
import RewindTree

/// Admits requests with a key, within the limits.
struct CollectGate: ListenGate {
    /// The number of bytes for which a shorter request counts.
    private static let leastBytes = 16 << 10

    private let keys: CollectKeys
    private let addresses: RateLimiter
    private let apps: RateLimiter

    init(_ keys: CollectKeys, _ limits: CollectLimits) {
        (self.keys, addresses, apps) = (keys, RateLimiter(limits.addressRate), RateLimiter(limits.keyRate))
    }

    func refusal(of head: HTTPRequestHead, from client: SocketAddress?) -> ListenResponse? {
        guard ListenURL(head.uri).path == LinkPath.rows else { return .sentence(404, "There is nothing here.") }
        guard head.method == .POST else { return .sentence(405, "Apps send sessions with POST.") }
        guard let length = head.headers.first(name: "content-length").flatMap(Int.init), length >= 0 else {
            return .sentence(411, "The length of the request is missing.")
        }
        guard length <= LinkHead.longestMessage else {
            return .sentence(413, "A request has at most \(LinkHead.longestMessage >> 20) MB.")
        }
        let (bytes, now) = (max(length, Self.leastBytes), ContinuousClock.now)
        // Before the key, so that wrong ones count, too.
        if let address = Self.address(of: head, from: client), let wait = addresses.wait(address, bytes, at: now) {
            return .sentence(429, "This address has sent too much; try again later.", retryAfter: wait)
        }
        guard let key = ListenURL.bearer(head) else { return .sentence(401, "The key is missing.") }
        guard keys.app(of: key) != nil else {
            return .sentence(401, "The key is not one of this server, or was revoked.")
        }
        return apps.wait(key, bytes, at: now).map {
            .sentence(429, "The apps with this key have sent too much; try again later.", retryAfter: $0)
        }
    }

    func admitsSocket(_ head: HTTPRequestHead) -> Bool { false }

    /// Returns the address for which a request counts; nil if it was sent by this machine.
    ///
    /// The proxy is on this machine, and adds the address of its client to a header that the client can begin. A client
    /// with IPv6 usually has 2^64 addresses.
    private static func address(of head: HTTPRequestHead, from client: SocketAddress?) -> String? {
        var address = client
        if let host = client?.ipAddress, ListenAccess.isLoopback(host) {
            let forwarded = head.headers[canonicalForm: "x-forwarded-for"].last.map { String($0) }
            address = forwarded.flatMap { try? SocketAddress(ipAddress: $0, port: 0) }
        }
        guard case .v6(let address) = address else { return address?.ipAddress }
        return withUnsafeBytes(of: address.address.sin6_addr) { Array($0.prefix(8)).hexadecimal }
    }
}

#endif
