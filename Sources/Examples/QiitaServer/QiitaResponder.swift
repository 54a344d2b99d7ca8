import ArticleClient
import Foundation
import RewindServer

/// Responds to requests: first the failures, then authorization, then the route.
struct QiitaResponder: Sendable {
    let catalog: Catalog
    let state: ServerState

    func response(to request: Request) async -> Response {
        let received = ReceivedRequest(method: request.method, path: request.path, query: request.query)
        switch await state.receive(received) {
        case nil:
            return await answer(to: request)
        case .status(let status, let body):
            return .failure(status, body)
        case .brokenJSON:
            return .json(Data(#"[{"id": "0123"#.utf8))
        case .closeConnection:
            return Self.interrupted
        case .stall:
            await state.stall()
            return Self.interrupted
        }
    }

    /// A response that breaks off after its first byte. If a kept-alive connection closes without a byte, libcurl sends
    /// the request again, and the client would not see the failure.
    private static var interrupted: Response {
        let body = Response.Body.stream(length: 1_024) { write in
            try await write([UInt8(ascii: "[")])
            throw CancellationError()
        }
        return Response(body: body)
    }

    private func answer(to request: Request) async -> Response {
        guard request.bearer == QiitaServer.token else { return .unauthorized }
        switch (request.method, Route(path: request.path)) {
        case ("GET", .articles):
            return list(catalog.articleIDs, in: catalog.articles, for: request)
        case ("GET", .articlesOfUser(let id)):
            guard catalog.users[id] != nil else { return .notFound }
            return list(catalog.articleIDsByAuthor[id] ?? [], in: catalog.articles, for: request)
        case ("GET", .article(let id)):
            return catalog.articles[id].map { .json($0) } ?? .notFound
        case ("GET", .stockers(let id)):
            guard catalog.articles[id] != nil else { return .notFound }
            return list(await state.stockers(of: id), in: catalog.users, for: request)
        case (let method, .stock(let id)):
            guard catalog.articles[id] != nil else { return .notFound }
            return await stock(id, method: method)
        default:
            return .notFound
        }
    }

    private func list(_ ids: [String], in objects: [String: Data], for request: Request) -> Response {
        let page = Page(number: request.parameter("page"), size: request.parameter("per_page"))
        guard let page else { return .badRequest }
        var body = Data()
        for object in page.slice(of: ids).compactMap({ objects[$0] }) {
            body += Data((body.isEmpty ? "[" : ",").utf8) + object
        }
        let url = "http://\(request.header("host") ?? "127.0.0.1")\(request.path)"
        return .json(
            body.isEmpty ? Data("[]".utf8) : body + Data("]".utf8),
            headers: [("Link", page.link(to: url, total: ids.count)), ("Total-Count", String(ids.count))]
        )
    }

    private func stock(_ id: String, method: String) async -> Response {
        switch method {
        case "GET": await state.isStocked(id, by: QiitaServer.userID) ? .noContent : .notFound
        case "PUT": await state.stock(id, by: QiitaServer.userID) ? .noContent : .alreadyStocked
        case "DELETE": await state.unstock(id, by: QiitaServer.userID) ? .noContent : .notFound
        default: .notFound
        }
    }
}
