/// The mutable state of a server.
actor ServerState {
    private(set) var requests: [ReceivedRequest] = []
    private var stockers: [String: [String]]
    private var failures: [(failure: Failure, matched: Int)]
    private var stalled: [CheckedContinuation<Void, Never>] = []
    private var isStopped = false

    init(stockers: [String: [String]], failures: [Failure]) {
        self.stockers = stockers
        self.failures = failures.map { ($0, 0) }
    }

    func add(_ failure: Failure) {
        failures.append((failure, 0))
    }

    /// Logs a request and counts it for every failure that it matches. Returns its effect, if it must fail.
    func receive(_ request: ReceivedRequest) -> Failure.Effect? {
        requests.append(request)
        var effect: Failure.Effect?
        for index in failures.indices where failures[index].failure.matches(request) {
            failures[index].matched += 1
            let isMeant =
                switch failures[index].failure.occurrence {
                case .every: true
                case .nth(let number): failures[index].matched == number
                }
            if isMeant, effect == nil {
                effect = failures[index].failure.effect
            }
        }
        return effect
    }

    /// Waits until the server stops.
    func stall() async {
        guard !isStopped else { return }
        await withCheckedContinuation { stalled.append($0) }
    }

    /// Ends all stalls, including later ones.
    func stop() {
        isStopped = true
        for continuation in stalled {
            continuation.resume()
        }
        stalled.removeAll()
    }

    func stockers(of articleID: String) -> [String] {
        stockers[articleID] ?? []
    }

    func isStocked(_ articleID: String, by userID: String) -> Bool {
        stockers(of: articleID).contains(userID)
    }

    /// Stocks an article. Returns false if the user has already stocked it.
    func stock(_ articleID: String, by userID: String) -> Bool {
        guard !isStocked(articleID, by: userID) else { return false }
        stockers[articleID, default: []].insert(userID, at: 0)
        return true
    }

    /// Unstocks an article. Returns false if the user had not stocked it.
    func unstock(_ articleID: String, by userID: String) -> Bool {
        guard let index = stockers[articleID]?.firstIndex(of: userID) else { return false }
        stockers[articleID]?.remove(at: index)
        return true
    }
}
