#if os(macOS) || os(Linux)

/// Hands what happens to all who listen.
actor EventHub {
    /// How many events may wait for somebody who reads slowly; the oldest go first.
    private static let mostWaiting = 64
    /// How many may listen at once.
    private static let mostListeners = 64

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var next = 0
    private var hasEnded = false

    var hasListeners: Bool { !listeners.isEmpty }

    /// What happens from now on; nil when too many listen.
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

#endif
