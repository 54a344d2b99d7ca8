/// The result of a request, as a value that actions carry and recordings keep.
package enum RequestResult<Value> {
    /// The response of the server.
    case success(Value)
    /// The error.
    case failure(RequestFailure)
}

extension RequestResult: Equatable where Value: Equatable {}
extension RequestResult: Hashable where Value: Hashable {}
extension RequestResult: Sendable where Value: Sendable {}

/// The JSON is `{"success": …}` or `{"failure": {"message": …, "type": …}}`; the synthesized conformance would add a
/// `_0` level.
private enum CodingKeys: String, CodingKey {
    case success
    case failure
}

extension RequestResult: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .success(let value): try container.encode(value, forKey: .success)
        case .failure(let failure): try container.encode(failure, forKey: .failure)
        }
    }
}

extension RequestResult: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.success) {
            self = .success(try container.decode(Value.self, forKey: .success))
        } else {
            self = .failure(try container.decode(RequestFailure.self, forKey: .failure))
        }
    }
}

extension RequestFailure {
    /// Returns the message for a failure that the API did not explain.
    package static func genericMessage(in language: Language) -> String {
        language.text("The request failed", ja: "通信処理でエラーが発生しました")
    }

    /// Uses the API's message if there is one, and the generic message otherwise.
    package init(_ error: ArticleClientError, in language: Language) {
        func failure(_ type: String) -> RequestFailure {
            RequestFailure(message: Self.genericMessage(in: language), type: type)
        }
        self =
            switch error {
            case .refused(_, let failure): failure
            case .unexpectedStatus(let status): failure("http_\(status)")
            case .unreadableAnswer: failure("unreadable_answer")
            case .timedOut: failure("timed_out")
            case .cancelled: failure("cancelled")
            case .unreachable: failure("unreachable")
            case .invalidBaseURL, .invalidIdentifier: failure("invalid_request")
            }
    }
}
