import Foundation
import RewindServer
import TestSupport
import Testing

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct ServerTests {
    /// Returns the request in the response.
    @Sendable private static func echo(_ request: Request) async throws -> Response {
        let body = String(decoding: try await request.body.all(upTo: 3 << 20), as: UTF8.self)
        let parameters = request.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
        let text = "\(request.method) \(request.path) \(parameters) \(body.count > 99 ? "\(body.utf8.count)" : body)"
        return Response(headers: [("X-Bearer", request.bearer ?? "-")], body: .bytes(Array(text.utf8)))
    }

    private static func serving(
        _ limits: Server.Limits = Server.Limits(),
        _ respond: @escaping @Sendable (Request) async throws -> Response = echo,
        _ body: (Int) async throws -> Void
    ) async throws {
        try await Server(limits: limits, respond: respond).run { try await body($0) }
    }

    /// Sends a text, and returns everything until the server closes the connection.
    private static func answer(to text: String, _ port: Int) throws -> String {
        let connection = try HTTPExchange.Connection(port: port, patience: 20)
        connection.send(text)
        return connection.all()
    }

    /// Limits with which slow clients are closed soon.
    private static var impatient: Server.Limits {
        var limits = Server.Limits()
        (limits.beginning, limits.silence, limits.patience) = (
            .milliseconds(400), .milliseconds(400), .milliseconds(1_200)
        )
        return limits
    }

    // MARK: Requests

    @Test(arguments: [
        ("GET /a/b?c=d&e=%20f%2&g HTTP/1.1\r\nHost: a\r\nAuthorization: bearer x", "", "GET /a/b c=d;e=%20f%2;g= "),
        ("GET /%2e%2e/?a=b=%C3%A9 HTTP/1.1\r\nHost: a", "", "GET /%2e%2e/ a=b=é "),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2", "hi", "POST /  hi"),
        (
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", "2\r\nab\r\n1;x=y\r\nc\r\n0\r\nT: u\r\n\r\n",
            "PUT /  abc"
        ),
        ("GET http://b/a HTTP/1.1\r\nHost: a", "", "GET http://b/a  "),
        ("OPTIONS * HTTP/1.1\r\nHost: a", "", "OPTIONS *  "),
        ("GET / HTTP/1.0", "", "GET /  "), ("GET / HTTP/1.0\r\nConnection: keep-alive", "", "GET /  "),
        ("GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade", "", "GET /  "),
    ]) func `A request is answered`(head: String, body: String, echo: String) async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let close = head.contains("Connection") ? "" : "\r\nConnection: close"
            let answer = try Self.answer(to: "\(head)\(close)\r\n\r\n\(body)", port)
            #expect(answer.hasPrefix(head.contains("HTTP/1.0") ? "HTTP/1.0 200 OK" : "HTTP/1.1 200 OK"))
            #expect(answer.contains("Connection: close\r\n"))
            #expect(answer.contains(head.contains("bearer") ? "X-Bearer: x" : "X-Bearer: -"))
            #expect(answer.hasSuffix("Content-Length: \(echo.utf8.count)\r\nConnection: close\r\n\r\n\(echo)"))
        }
    }

    @Test func `Requests on one connection are answered in their order, also if they are sent at once`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let requests = [
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
                "GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /5 HTTP/1.1\r\nHost: a\r\n\r\n",
            ]
            let answer = try Self.answer(to: requests.joined(), port)
            let bodies = answer.components(separatedBy: "HTTP/1.1 200 OK").dropFirst().map {
                $0.components(separatedBy: "\r\n\r\n")[1]
            }
            #expect(bodies == ["GET /1  ", "", "POST /3  x", "GET /4  "])
            #expect(answer.matches(of: /Content-Length: (\d+)/).map(\.1) == ["8", "9", "10", "8"])
            let connection = try HTTPExchange.Connection(port: port)
            for request in requests.prefix(3) where !request.hasPrefix("HEAD") {
                connection.send(request)
                #expect(connection.rest().hasSuffix(request.hasPrefix("GET") ? "GET /1  " : "POST /3  x"))
            }
        }
    }

    @Test(arguments: [
        "\r\n\r\n\u{0}\u{1}", "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nA b: c\r\n\r\n", "GET / HTTP/1.1\r\nA : c\r\n\r\n", "GET / HTTP/1.1\r\n: c\r\n\r\n",
        "GET / HTTP/1.1\r\nA: \u{0}\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 90_000) + "\r\n\r\n",
        "GET /" + String(repeating: "a", count: 90_000) + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "A: \(String(repeating: "a", count: 999))\r\n", count: 90) + "\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "A: a\r\n", count: 300) + "\r\n",
        String(repeating: "a", count: 90_000),
    ]) func `A malformed or oversized request is not answered as others`(text: String) async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let answer = try Self.answer(to: text, port)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
            #expect(try HTTPExchange.get("/", port: port).status == 200)
        }
    }

    @Test func `A body that is longer than allowed is refused, whether its length is known or not`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
            let (whole, chunk) = (String(repeating: "a", count: 3 << 20), String(repeating: "a", count: 0x10000))
            let chunks = String(repeating: "10000\r\n\(chunk)\r\n", count: 48)
            for (body, isAllowed) in [
                ("Content-Length: \(3 << 20)\r\n\r\n\(whole)", true),
                ("Content-Length: \(1 + 3 << 20)\r\n\r\n\(whole)a", false),
                ("Transfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n", true),
                ("Transfer-Encoding: chunked\r\n\r\n\(chunks)1\r\na\r\n0\r\n\r\n", false),
            ] {
                let answer = try Self.answer(to: head + body, port)
                #expect(answer.hasPrefix("HTTP/1.1 \(isAllowed ? 200 : 413) "))
                #expect(answer.hasSuffix(isAllowed ? "POST /  \(3 << 20)" : "A request has at most 3 MB.\n"))
            }
        }
    }

    @Test func `A body that is not read is discarded, and the next request answered`() async throws {
        try await Self.serving(Server.Limits(), { .sentence(403, $0.path) }) { (port: Int) async throws -> Void in
            let connection = try HTTPExchange.Connection(port: port)
            for number in 0..<3 {
                connection.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: \(5 << 20)\r\n\r\n")
                #expect(connection.rest().hasSuffix("\r\n\r\n/\(number)\n"))
                connection.send(String(repeating: "a", count: 5 << 20))
            }
        }
    }

    @Test func `A client that waits for permission to send a body gets it only if the body is read`() async throws {
        try await Self.serving(
            Server.Limits(),
            { request in
                request.path == "/no" ? .sentence(403, "No.") : try await Self.echo(request)
            }
        ) { (port: Int) async throws -> Void in
            let head = " HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
            let refused = try Self.answer(to: "POST /no\(head)", port)
            #expect(refused.hasPrefix("HTTP/1.1 403 ") && refused.contains("Connection: close"))
            let connection = try HTTPExchange.Connection(port: port, patience: 1)
            connection.send("POST /\(head)")
            #expect(connection.rest() == "HTTP/1.1 100 Continue\r\n\r\n")
            connection.send("hi")
            #expect(connection.rest().hasSuffix("POST /  hi"))
        }
    }

    @Test func `A body that becomes malformed is refused, and not taken for a shorter one`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"
            let connection = try HTTPExchange.Connection(port: port, patience: 20)
            connection.send(head)
            try await Task.sleep(for: .milliseconds(200))
            connection.send("x\r\n")
            #expect(connection.all().hasSuffix("The request is malformed.\n"))
        }
    }

    // MARK: Limits

    @Test func `A client that is silent or slow is closed, and one that waits for its response is not`() async throws {
        try await Self.serving(
            Self.impatient,
            { request in
                if request.path == "/slow" { try await Task.sleep(for: .milliseconds(1_500)) }
                return try await Self.echo(request)
            }
        ) { (port: Int) async throws -> Void in
            let body = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n"
            for text in ["", "GET / HT", body, body + "a", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
                let (start, answer) = (ContinuousClock.now, try Self.answer(to: text, port))
                #expect(answer.isEmpty || answer.hasSuffix("GET /  "))
                #expect(ContinuousClock.now - start < .seconds(15))
            }
            #expect(try HTTPExchange.get("/slow", port: port).body == "GET /slow  ")
            // One that sends a byte from time to time.
            for start in ["GET / HTTP/1.1\r\nA: ", body] {
                let connection = try HTTPExchange.Connection(port: port, patience: 1)
                connection.send(start)
                for _ in 0..<20 {
                    connection.send("a")
                    try await Task.sleep(for: .milliseconds(100))
                }
                let (begin, rest) = (ContinuousClock.now, connection.all())
                #expect(rest.isEmpty && ContinuousClock.now - begin < .milliseconds(900), "It is closed already.")
            }
        }
    }

    @Test func `A connection without the headers of a first request is closed before others that are silent`()
        async throws
    {
        var limits = Server.Limits()
        (limits.beginning, limits.silence) = (.milliseconds(300), .seconds(60))
        try await Self.serving(limits, Self.echo) { (port: Int) async throws -> Void in
            let idle = try HTTPExchange.Connection(port: port, patience: 2)
            idle.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(idle.rest().hasSuffix("GET /  "))
            for text in ["", "GET / HTTP/1.1\r\nHost: a\r\n"] {
                let start = ContinuousClock.now
                #expect(try Self.answer(to: text, port).isEmpty)
                #expect(ContinuousClock.now - start < .seconds(15))
            }
            idle.send("GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(idle.rest().hasSuffix("GET /again  "))
        }
    }

    @Test func `A client that does not read is closed, and its response is not produced before`() async throws {
        let (written, ended) = (Counter(), Counter())
        let part = [UInt8](repeating: 0x61, count: 1 << 16)
        try await Self.serving(
            Self.impatient,
            { _ in
                Response(
                    body: .stream(length: nil) { write in
                        defer { ended.add() }
                        while true {
                            try await write(part)
                            written.add()
                        }
                    }
                )
            }
        ) { (port: Int) async throws -> Void in
            let connection = try HTTPExchange.Connection(port: port)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(eventually { ended.count == 1 })
            #expect(written.count < 400)
            connection.end()
        }
    }

    @Test func `Further connections are counted and refused, until one of the others is closed`() async throws {
        var limits = Server.Limits()
        limits.connections = 3
        let refusals = Counter()
        defer { #expect(refusals.count >= 1) }
        let server = Server(limits: limits, refused: { refusals.add() }, respond: Self.echo)
        try await server.run { port in
            var open = try (0..<3).map { _ in try HTTPExchange.Connection(port: port) }
            for connection in open {
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(connection.rest().hasSuffix("GET /  "))
            }
            let refused = try HTTPExchange.get("/", port: port)
            #expect(refused.status == 503 && refused.body == "The server has 3 connections, and admits no more.\n")
            open.removeLast().end()
            let isAdmitted = try eventually { try HTTPExchange.get("/", port: port).status == 200 }
            #expect(isAdmitted)
        }
    }

    @Test func `Bodies that are kept have a common limit, and those that are read in parts do not count`() async throws
    {
        var limits = Server.Limits()
        limits.memory = 1 << 19
        try await Self.serving(
            limits,
            { request in
                guard request.path == "/parts" else { return try await Self.echo(request) }
                var count = 0
                while let part = try await request.body.next() { count += part.count }
                return .sentence(200, "\(count)")
            }
        ) { (port: Int) async throws -> Void in
            for _ in 0..<3 {
                for (path, count, status) in [("/", 3 << 20, 503), ("/", 1 << 19, 200), ("/parts", 9 << 20, 200)] {
                    let head =
                        "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
                    let answer = try Self.answer(to: head + String(repeating: "a", count: count), port)
                    #expect(
                        answer.hasPrefix("HTTP/1.1 \(status) ") || (status == 503 && answer.isEmpty),
                        "\(path) \(count)"
                    )
                }
            }
        }
    }

    // MARK: Streams

    @Test(arguments: [("GET", "1.1"), ("HEAD", "1.1"), ("GET", "1.0"), ("HEAD", "1.0")], [nil, 6])
    func `A stream has the right framing`(request: (method: String, version: String), length: Int?) async throws {
        let (method, version) = request
        try await Self.serving(
            Server.Limits(),
            { _ in
                Response(
                    body: .stream(length: length) { write in
                        for text in ["abc", "", "def"] { try await write(Array(text.utf8)) }
                    }
                )
            }
        ) { (port: Int) async throws -> Void in
            let request = "\(method) / HTTP/\(version)\r\nHost: a\r\nConnection: close\r\n\r\n"
            let answer = try Self.answer(to: request, port)
            let isChunked = version == "1.1" && length == nil && method == "GET"
            #expect(answer.contains("Transfer-Encoding: chunked") == isChunked)
            #expect(answer.contains("Content-Length: 6") == (length == 6))
            let body = isChunked ? "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n" : "abcdef"
            #expect(answer.hasSuffix("\r\n\r\n" + (method == "HEAD" ? "" : body)))
        }
    }

    @Test func `A stream that fails is cut off`() async throws {
        try await Self.serving(
            Server.Limits(),
            { _ in
                Response(
                    body: .stream(length: nil) { write in
                        try await write(Array("abc".utf8))
                        throw CancellationError()
                    }
                )
            }
        ) { (port: Int) async throws -> Void in
            #expect(try Self.answer(to: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", port).hasSuffix("\r\n\r\n3\r\nabc\r\n"))
        }
    }

    @Test(arguments: [false, true])
    func `When a client leaves, its stream ends, its GET is canceled, and its POST completed`(isHalf: Bool) async throws
    {
        let (begun, ended, completed) = (Counter(), Counter(), Counter())
        try await Self.serving(
            Server.Limits(),
            { request in
                begun.add()
                if request.path == "/stream" {
                    return Response(
                        body: .stream(length: nil) { write in
                            defer { ended.add() }
                            try await write(Array(": open\n\n".utf8))
                            for await event in AsyncStream(String.self, { _ in }) { try await write(Array(event.utf8)) }
                        }
                    )
                }
                do {
                    try await Task.sleep(for: .seconds(request.method == "GET" ? 600 : 1))
                    completed.add()
                } catch {
                    ended.add()
                }
                return .sentence(200, "")
            }
        ) { (port: Int) async throws -> Void in
            let connections = try ["GET /stream", "GET /wait", "POST /wait"].map { line in
                let connection = try HTTPExchange.Connection(port: port)
                connection.send("\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
                return connection
            }
            #expect(eventually { begun.count == 3 })
            for connection in connections {
                if isHalf { connection.endSending() } else { connection.end() }
            }
            #expect(eventually { ended.count == 2 && completed.count == 1 })
        }
    }

    // MARK: Starting and stopping

    @Test func `The server stops despite clients that wait, send, and do not read`() async throws {
        let (begun, ended) = (Counter(), Counter())
        var connections: [HTTPExchange.Connection] = []
        let start = ContinuousClock.now
        try await Self.serving(
            Server.Limits(),
            { request in
                begun.add()
                defer { ended.add() }
                switch request.path {
                case "/wait": try await Task.sleep(for: .seconds(600))
                case "/body": _ = try await request.body.all(upTo: 99)
                default:
                    return Response(
                        body: .stream(length: nil) { write in
                            while true { try await write([UInt8](repeating: 0, count: 1 << 16)) }
                        }
                    )
                }
                return .sentence(200, "")
            }
        ) { (port: Int) async throws -> Void in
            let requests = [
                "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n", "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na",
                "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HT", "",
            ]
            connections = try requests.map { request in
                let connection = try HTTPExchange.Connection(port: port)
                connection.send(request)
                return connection
            }
            #expect(eventually { begun.count == 3 })
        }
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(ended.count == 3)
        for connection in connections { _ = connection.all() }
    }

    @Test func `A port that is taken and an address of another machine are reported`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            await #expect(throws: ServerError.portTaken(port)) {
                try await Server(respond: Self.echo).run(port: port) { _ in }
            }
        }
        for host in ["192.0.2.1", "no such host"] {
            await #expect {
                try await Server(respond: Self.echo).run(host: host) { _ in }
            } throws: { error in
                if case ServerError.noAddress(host, _) = error { true } else { false }
            }
        }
    }

    @Test func `The server raises the number of files that may be open`() async throws {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        #expect(getrlimit(resource, &limit) == 0)
        let wanted = min(10_240, limit.rlim_max)
        limit.rlim_cur = wanted - 1
        #expect(setrlimit(resource, &limit) == 0)
        try await Self.serving { (_: Int) async throws -> Void in
            #expect(getrlimit(resource, &limit) == 0 && limit.rlim_cur == wanted)
        }
    }

    @Test func `The server also listens on the IPv6 loopback address`() async throws {
        try await Server { request in .sentence(200, request.client ?? "-") }.run(host: "::1") {
            (port: Int) async throws -> Void in
            let connection = try HTTPExchange.Connection(port: port, isIPv6: true)
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(connection.rest().hasSuffix("::1\n"))
        }
    }
}

/// Counts events of several tasks.
///
/// Safe to share because the number is only accessed under the lock.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func add() {
        lock.withLock { number += 1 }
    }
}
