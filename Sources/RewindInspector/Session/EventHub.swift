/// Sends events to all listeners.
actor EventHub {
    /// The maximum number of pending events for a slow listener; the oldest are dropped.
    private static let mostWaiting = 64
    /// The maximum number of simultaneous listeners.
    private static let mostListeners = 64

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var next = 0
    private var hasEnded = false

    var hasListeners: Bool { !listeners.isEmpty }

    /// Returns a stream of future events; nil if there are too many listeners.
    func events() -> AsyncStream<String>? {
        guard !hasEnded, listeners.count < Self.mostListeners else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: String.self,
            bufferingPolicy: .bufferingNewest(Self.mostWaiting)
        )
        let number = next
        next += 1
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { [weak self] in await self?.remove(number) } }
        return stream
    }

    func send(_ event: String) {
        for listener in listeners.values { listener.yield(event) }
    }

    func end() {
        hasEnded = true
        for listener in listeners.values { listener.finish() }
        listeners = [:]
    }

    private func remove(_ number: Int) {
        listeners[number] = nil
    }
}
