import ArticleClient
import Foundation
import RewindServer

extension Response {
    static let noContent = Response(status: 204)
    static let badRequest = failure(400, RequestFailure(message: "Bad request", type: "bad_request"))
    static let unauthorized = failure(401, RequestFailure(message: "Unauthorized", type: "unauthorized"))
    static let alreadyStocked = failure(403, RequestFailure(message: "Already stocked", type: "already_stocked"))
    static let notFound = failure(404, RequestFailure(message: "Not found", type: "not_found"))

    static func json(_ body: Data, status: Int = 200, headers: [(name: String, value: String)] = []) -> Response {
        Response(
            status: status,
            headers: [("Content-Type", "application/json; charset=utf-8")] + headers,
            body: .bytes(Array(body))
        )
    }

    /// Returns a failure; without a body if `failure` is nil.
    static func failure(_ status: Int, _ failure: RequestFailure?) -> Response {
        guard let body = failure.flatMap({ try? JSONEncoder().encode($0) }) else { return Response(status: status) }
        return json(body, status: status)
    }
}
