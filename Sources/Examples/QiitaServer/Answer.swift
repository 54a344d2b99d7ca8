import ArticleClient
import Foundation
import RewindServer

/// The response to a request.
struct Answer {
    /// The HTTP status.
    var status: Int
    /// The JSON of the body; nil for none.
    var body: Data?
    /// The number of elements in the whole list, if the body is a page.
    var total: Int?
    /// The `Link` header for the other pages, if the body is a page.
    var link: String?

    static let noContent = Answer(status: 204)
    static let badRequest = status(400, RequestFailure(message: "Bad request", type: "bad_request"))
    static let unauthorized = status(401, RequestFailure(message: "Unauthorized", type: "unauthorized"))
    static let alreadyStocked = status(403, RequestFailure(message: "Already stocked", type: "already_stocked"))
    static let notFound = status(404, RequestFailure(message: "Not found", type: "not_found"))

    static func json(_ body: Data) -> Answer {
        Answer(status: 200, body: body)
    }

    static func status(_ status: Int, _ error: RequestFailure?) -> Answer {
        Answer(status: status, body: error.flatMap { try? JSONEncoder().encode($0) })
    }

    /// The response of the server.
    var response: Response {
        let headers = [
            ("Content-Type", body.map { _ in "application/json; charset=utf-8" }), ("Link", link),
            ("Total-Count", total.map(String.init)),
        ]
        return Response(
            status: status,
            headers: headers.compactMap { name, value in value.map { (name, $0) } },
            body: .bytes(Array(body ?? Data()))
        )
    }
}
