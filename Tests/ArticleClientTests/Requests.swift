/// The requests that a stub received, in order.
actor Requests {
    private(set) var lines: [String] = []

    func note(_ request: String) {
        lines.append(request)
    }
}
