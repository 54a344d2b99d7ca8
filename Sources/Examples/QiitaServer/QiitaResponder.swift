#if os(macOS) || os(Linux)

import ArticleClient
import Foundation
import Hummingbird

/// Responds to requests: first the failures, then authorization, then the route.
struct QiitaResponder: HTTPResponder {
    let catalog: Catalog
    let state: ServerState

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let received = ReceivedRequest(
            method: request.method.rawValue,
            path: request.uri.path,
            query: request.uri.query
        )
        let answer: Answer
        switch await state.receive(received) {
        case nil:
            answer = await self.answer(to: request)
        case .status(let status, let body):
            answer = .status(status, body)
        case .brokenJSON:
            answer = .json(Data(#"[{"id": "0123"#.utf8))
        case .closeConnection:
            return Self.interrupted
        case .stall:
            await state.stall()
            return Self.interrupted
        }
        return answer.response
    }

    /// A response that breaks off after its first byte. If a kept-alive connection closes without a byte, libcurl sends
    /// the request again, and the client would not see the failure.
    private static var interrupted: Response {
        let body = ResponseBody(contentLength: 1_024) { writer in
            try await writer.write(ByteBuffer(string: "["))
            throw CancellationError()
        }
        return Response(status: .ok, body: body)
    }

    private func answer(to request: Request) async -> Answer {
        guard request.headers[.authorization] == "Bearer \(QiitaServer.token)" else { return .unauthorized }
        switch (request.method, Route(path: request.uri.path)) {
        case (.get, .articles):
            return list(catalog.articleIDs, in: catalog.articles, for: request)
        case (.get, .articlesOfUser(let id)):
            guard catalog.users[id] != nil else { return .notFound }
            return list(catalog.articleIDsByAuthor[id] ?? [], in: catalog.articles, for: request)
        case (.get, .article(let id)):
            return catalog.articles[id].map { .json($0) } ?? .notFound
        case (.get, .stockers(let id)):
            guard catalog.articles[id] != nil else { return .notFound }
            return list(await state.stockers(of: id), in: catalog.users, for: request)
        case (let method, .stock(let id)):
            guard catalog.articles[id] != nil else { return .notFound }
            return await stock(id, method: method)
        default:
            return .notFound
        }
    }

    private func list(_ ids: [String], in objects: [String: Data], for request: Request) -> Answer {
        let parameters = request.uri.queryParameters
        guard let page = Page(number: parameters["page"], size: parameters["per_page"]) else { return .badRequest }
        var body = Data()
        for object in page.slice(of: ids).compactMap({ objects[$0] }) {
            body += Data((body.isEmpty ? "[" : ",").utf8) + object
        }
        let url = "http://\(request.head.authority ?? "127.0.0.1")\(request.uri.path)"
        var answer = Answer.json(body.isEmpty ? Data("[]".utf8) : body + Data("]".utf8))
        answer.total = ids.count
        answer.link = page.link(to: url, total: ids.count)
        return answer
    }

    private func stock(_ id: String, method: HTTPRequest.Method) async -> Answer {
        switch method {
        case .get: await state.isStocked(id, by: QiitaServer.userID) ? .noContent : .notFound
        case .put: await state.stock(id, by: QiitaServer.userID) ? .noContent : .alreadyStocked
        case .delete: await state.unstock(id, by: QiitaServer.userID) ? .noContent : .notFound
        default: .notFound
        }
    }
}

#endif
