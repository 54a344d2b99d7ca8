import Foundation

/// A response before any decoding.
struct HTTPReply {
    let status: Int
    let body: Data
    let headers: [String: String]

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(Value.self, from: body)
    }
}
