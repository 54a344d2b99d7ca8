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
