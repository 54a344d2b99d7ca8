/// Holds requests back until a test releases them.
actor Gate {
    private var isOpen = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Returns when the gate is open.
    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { continuation in
            held.append(continuation)
            let count = held.count
            watchers.removeAll { watcher in
                guard watcher.count <= count else { return false }
                watcher.continuation.resume()
                return true
            }
        }
    }

    /// Returns when `count` requests are held at the same time.
    func arrived(_ count: Int) async {
        guard held.count < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Releases all requests, including later ones.
    func open() {
        isOpen = true
        for continuation in held { continuation.resume() }
        held = []
    }
}
