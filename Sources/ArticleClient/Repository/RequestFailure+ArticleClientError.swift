extension RequestFailure {
    /// What is shown for every failure that the API itself did not explain.
    package static let genericMessage = "通信処理でエラーが発生しました"

    /// Keeps the API's own words where it had any, and the generic message elsewhere.
    package init(_ error: ArticleClientError) {
        switch error {
        case .refused(_, let body): self.init(message: body.message, type: body.type)
        case .unexpectedStatus(let status): self.init(type: "http_\(status)")
        case .unreadableAnswer: self.init(type: "unreadable_answer")
        case .timedOut: self.init(type: "timed_out")
        case .cancelled: self.init(type: "cancelled")
        case .unreachable: self.init(type: "unreachable")
        case .invalidBaseURL, .invalidIdentifier: self.init(type: "invalid_request")
        }
    }

    private init(type: String) {
        self.init(message: Self.genericMessage, type: type)
    }
}
