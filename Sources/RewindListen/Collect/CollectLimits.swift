/// The limits for apps that send sessions.
package struct CollectLimits: Sendable {
    /// The number of bytes that a client may send.
    package struct Rate: Sendable {
        package let burst: Double
        package let perSecond: Double
    }

    /// The maximum length of the file of a session, in bytes.
    package var sessionBytes = 64 << 20
    /// The maximum length of all files that wait to be stored, in bytes. The quarantine may take a quarter in addition.
    package var spoolBytes = 4 << 30
    package var addressRate = Rate(burst: 64e6, perSecond: 1e6)
    package var keyRate = Rate(burst: 1e9, perSecond: 16e6)
    /// The maximum time to verify a session.
    package var verification = Duration.seconds(60)
    /// The time between two tries to store, at first and at most.
    package var retry = Duration.seconds(1)...Duration.seconds(300)
    /// The time after which an incomplete session is removed. Its device still has it.
    package var silence = Duration.seconds(7 * 86_400)

    package init() {}
}

/// Counts the bytes of each client against a rate.
struct RateLimiter {
    /// The maximum number of clients. If there are more, all begin again.
    private static let mostClients = 20_000

    private let rate: CollectLimits.Rate
    /// The number of bytes that a client could send at a time. Clients that could send a whole burst may be missing.
    private var clients: [String: (bytes: Double, at: ContinuousClock.Instant)] = [:]

    init(_ rate: CollectLimits.Rate) {
        self.rate = rate
    }

    /// Counts bytes, or returns the number of seconds after which they are allowed.
    mutating func wait(_ client: String, _ bytes: Int, at now: ContinuousClock.Instant) -> Int? {
        if clients.count >= Self.mostClients {
            clients = clients.filter { left($0.value, now) < rate.burst }
            if clients.count > Self.mostClients / 2 { clients = [:] }
        }
        let allowed = clients[client].map { left($0, now) } ?? rate.burst
        let missing = min(Double(bytes), rate.burst) - allowed
        guard missing <= 0 else { return Int((missing / rate.perSecond).rounded(.up)) }
        clients[client] = (allowed - Double(bytes), now)
        return nil
    }

    private func left(_ client: (bytes: Double, at: ContinuousClock.Instant), _ now: ContinuousClock.Instant) -> Double
    {
        min(rate.burst, client.bytes + (now - client.at) / .seconds(1) * rate.perSecond)
    }
}
