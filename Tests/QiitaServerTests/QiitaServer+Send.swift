import Foundation
import QiitaServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension QiitaServer {
    /// The content of the `Authorization` header.
    enum Credential {
        case own
        case none
        case other(String)
    }

    /// Sends one request on a new connection.
    func send(
        _ method: String = "GET",
        _ path: String,
        credential: Credential = .own,
        timeout: TimeInterval = 600
    ) async throws -> HTTPReply {
        var request = URLRequest(url: try #require(URL(string: baseURL.absoluteString + path)))
        request.httpMethod = method
        request.timeoutInterval = timeout
        switch credential {
        case .own: request.setValue("Bearer \(Self.token)", forHTTPHeaderField: "Authorization")
        case .none: break
        case .other(let value): request.setValue(value, forHTTPHeaderField: "Authorization")
        }
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        return HTTPReply(status: http.statusCode, body: data, headers: headers)
    }
}
