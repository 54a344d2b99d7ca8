extension RequestFailure {
    /// The message for a failure that the API did not explain.
    package static let genericMessage = "通信処理でエラーが発生しました"

    /// Uses the API's message if there is one, and the generic message otherwise.
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
