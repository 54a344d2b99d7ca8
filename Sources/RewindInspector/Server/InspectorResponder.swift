import Foundation
import RewindHTML
import RewindServer
import RewindTree

/// Responds to requests, with a file of the page or an answer of the API.
struct InspectorResponder: Sendable {
    /// Identifies this run of the server.
    let run = UUID().uuidString
    let gate: AccessControl
    let sessions: OpenSessions
    let fleet: FleetRoutes?
    let hub: EventHub
    let version: String
    let canWrite: Bool
    let describe: FailureAnswer.Words

    func response(to request: Request) async -> Response {
        var response = await answer(to: request)
        response.headers += Self.headers
        return response
    }

    private func answer(to request: Request) async -> Response {
        let parameters = RequestParameters(request)
        let path = request.path
        if let refusal = gate.refusal(of: request, isPage: !path.hasPrefix("/api/")) {
            // A person reads what a link leads to.
            return request.header("sec-fetch-dest") == "document"
                ? Self.page(refusal.status, refusal.sentence)
                : Self.failure(refusal.status, FailureAnswer(refusal.sentence))
        }
        if request.method == "POST", path == "/api/sessions" { return await copy(request, parameters) }
        if request.method == "POST", path == "/api/fleet/open", let fleet {
            return await answering(of: nil) { _ in try await fleet.open(await body(of: request)) }
        }
        if request.method == "POST", canWrite, path.hasPrefix("/api/") {
            return await act(String(path.dropFirst("/api/".count)), request)
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            return Self.failure(
                405,
                FailureAnswer("This server is read-only.", hint: "Start it with --write to allow changes.")
            )
        }
        guard path.hasPrefix("/api/") else { return asset(path, request) }
        if path.contains("/export/") { return await download(String(path.dropFirst("/api/".count)), parameters) }
        return await answer(String(path.dropFirst("/api/".count)), parameters)
    }

    private func asset(_ path: String, _ request: Request) -> Response {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        guard let asset = ComposedPage.assets[name] else {
            return Self.failure(404, FailureAnswer("There is nothing at \(path)."))
        }
        let headers = [
            ("Content-Type", asset.contentType), ("ETag", asset.tag), ("Cache-Control", "no-cache"),
            ("Content-Security-Policy", name == "frame.html" ? Self.framePolicy : Self.policy),
        ]
        if request.header("if-none-match") == asset.tag { return Response(status: 304, headers: headers) }
        return Response(headers: headers, body: .bytes(asset.bytes))
    }

    /// The maximum length of a request body, in bytes.
    private static let longestBody = 1 << 20

    private func act(_ path: String, _ request: Request) async -> Response {
        let parts = path.split(separator: "/", maxSplits: 1)
        return await answering(of: parts.first) { session in
            guard parts.count == 2, let session else { throw InspectorError.noSuchRequest }
            return try await session.act(String(parts[1]), await body(of: request))
        }
    }

    private func body(of request: Request) async throws -> Tree {
        guard request.header("content-type")?.hasPrefix("application/json") == true,
            let body = try? await request.body.all(upTo: Self.longestBody),
            let tree = try? Tree(parsing: body)
        else { throw InspectorError.badParameter("the body") }
        return tree
    }

    private func answer(_ path: String, _ parameters: RequestParameters) async -> Response {
        if path == "events" { return await events() }
        let parts = path.split(separator: "/", maxSplits: 1)
        return await answering(of: parts.first) { session in
            if path == "sessions" {
                var answers: [SessionAnswer] = []
                for session in await sessions.all { answers.append(try await session.watch.answer()) }
                return SessionsAnswer(
                    sessions: answers,
                    version: version,
                    canWrite: canWrite,
                    fleet: fleet == nil ? nil : true,
                    run: run
                )
            }
            let question = parts.count > 1 ? String(parts[1]) : ""
            if parts.first == "fleet", let fleet { return try await fleet.answer(question, parameters) }
            guard let session else { throw InspectorError.noSuchRequest }
            guard question.hasPrefix("beside") else { return try await session.answer(question, parameters) }
            guard let other = await sessions[try parameters.requiredNumber("with")] else {
                throw InspectorError.badParameter("with")
            }
            return try await session.beside(question, other, parameters)
        }
    }

    /// Returns a file for the browser to save. No file is created next to the session.
    private func download(_ path: String, _ parameters: RequestParameters) async -> Response {
        let parts = path.split(separator: "/")
        return await response(of: parts.first) { session in
            guard let session, parts.count == 3, parts[1] == "export" else { throw InspectorError.noSuchRequest }
            let file = try await session.download(String(parts[2]), parameters, version: version)
            let headers = [
                ("Content-Type", file.contentType + (file.contentType.hasPrefix("text/") ? "; charset=utf-8" : "")),
                ("Cache-Control", "no-store"), ("Content-Disposition", "attachment; filename=\"\(file.name)\""),
            ]
            switch file.content {
            case .text(let text):
                return Response(headers: headers, body: .bytes(Array(text.utf8)))
            case .file(let handle, let length):
                let body = Response.Body.stream(length: length) { write in
                    while let data = try handle.read(upToCount: 1 << 18), !data.isEmpty { try await write(Array(data)) }
                }
                return Response(headers: headers, body: body)
            }
        }
    }

    /// Returns the JSON that `body` returns for the session with this number, or the reason why it failed.
    private func answering(
        of number: Substring?,
        _ body: (SessionRoutes?) async throws -> any Encodable
    ) async -> Response {
        await response(of: number) { session in Self.json(try await body(session)) }
    }

    private func response(of number: Substring?, _ body: (SessionRoutes?) async throws -> Response) async -> Response {
        let id = number.flatMap { Int($0) }
        var session: SessionRoutes?
        if let id { session = await sessions[id] }
        return await response(about: session?.watch.session.file) { [session] in try await body(session) }
    }

    /// Opens a copy of a file that was dropped on the page. The session itself is not changed, so this does not require
    /// `--write`.
    private func copy(_ request: Request, _ parameters: RequestParameters) async -> Response {
        let name = (parameters.text("name") ?? "").split(separator: "/").last.map(String.init) ?? ""
        return await response(about: name) {
            guard !name.isEmpty, name.utf8.count <= 255 else { throw InspectorError.badParameter("name") }
            // A form of another site cannot have this type.
            guard request.header("content-type") == "application/octet-stream" else {
                throw InspectorError.badParameter("Content-Type")
            }
            let session = try await sessions.copy(request.body, name: name)
            return Self.json(try await session.watch.answer())
        }
    }

    /// Returns the response of `body`, or the reason why it failed for a file.
    private func response(about file: String?, _ body: () async throws -> Response) async -> Response {
        do {
            return try await body()
        } catch is CancellationError {
            return Self.failure(409, FailureAnswer("A newer request replaced this one."))
        } catch let failure as FailureAnswer {
            return Self.refusal(failure)
        } catch {
            guard let status = (error as? InspectorError)?.status else {
                return Self.refusal(describe(error, file))
            }
            return Self.failure(status, describe(error, file))
        }
    }

    private func events() async -> Response {
        guard let events = await hub.events() else {
            return Self.failure(503, FailureAnswer("Too many pages are open."))
        }
        // What happened between the page's first requests and this one is in no event.
        var current = ""
        for session in await sessions.all { current += (try? await session.watch.event()) ?? "" }
        let body = Response.Body.stream(length: nil) { [current, run] write in
            // The page notices that another server has taken the place of its own.
            let server = "event: server\ndata: {\"run\": \"\(run)\"}\n\n"
            try await write(Array((server + current).utf8))
            for await event in events { try await write(Array(event.utf8)) }
        }
        return Response(headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")], body: body)
    }

    private static func json(_ answer: any Encodable, _ status: Int = 200) -> Response {
        Response(
            status: status,
            headers: [("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store")],
            body: .bytes(Array(JSONText.of(answer).utf8))
        )
    }

    /// Returns a page with a sentence.
    private static func page(_ status: Int, _ sentence: String) -> Response {
        let html: ScreenHTML = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark"><title>Rewind</title>
            <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 20vh auto; padding: 0 24px }</style>
            <h1>Rewind</h1><p>\(sentence)</p></html>
            """
        let headers = [
            ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
            ("Content-Security-Policy", framePolicy),
        ]
        return Response(status: status, headers: headers, body: .bytes(Array(html.markup.utf8)))
    }

    private static func failure(_ status: Int, _ failure: FailureAnswer) -> Response {
        json(failure, status)
    }

    /// Returns the response to a valid request that the session or its app refuses. Its status is 200, because browsers
    /// log others as errors.
    private static func refusal(_ failure: FailureAnswer) -> Response {
        json(["refused": failure])
    }

    // MARK: Headers

    /// The page may run only its own scripts, and may not be framed.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "frame-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    /// A screen may neither run scripts nor load anything.
    static let framePolicy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'self'"

    private static let headers = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}

private struct SessionsAnswer: Encodable {
    let sessions: [SessionAnswer]
    let version: String
    let canWrite: Bool
    /// True if the sessions of a database can be opened.
    let fleet: Bool?
    let run: String
}

extension InspectorError {
    /// The status of the response; nil if the request itself is right.
    fileprivate var status: Int? {
        switch self {
        case .noSuchAction, .noSuchState, .noSuchRequest: 404
        case .badParameter, .badPointer: 400
        case .copiesTooLarge: 413
        case .stateNotKnown, .noReducer, .notRerunYet, .testTooLong, .readOnlyCopy: nil
        }
    }
}
