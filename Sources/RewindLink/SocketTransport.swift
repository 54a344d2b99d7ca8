#if canImport(FoundationNetworking)
import CRewindSQLite
import Foundation
import RewindRemote

/// Sends requests over sockets, each over its own connection, without TLS.
struct SocketTransport: Sendable {
    init(allowsCellularAccess: Bool) {}

    /// True if requests to `https` addresses can be sent.
    static let hasTLS = false

    /// Sends a request, and waits for the answer on the current thread; nil if none came within `seconds`.
    func answer(to request: HTTPRequest, within seconds: Double) -> HTTPAnswer? {
        guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true), parts.scheme == "http",
            let host = parts.host, let port = UInt16(exactly: parts.port ?? 80)
        else { return nil }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let end = rewind_uptime() + UInt64(min(max(seconds, 0), 86_400) * 1e9)
        guard let connection = SocketConnection(to: name, port: port, until: end) else { return nil }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        var head = """
            \(request.method) \(path)\(parts.percentEncodedQuery.map { "?\($0)" } ?? "") HTTP/1.1\r
            Host: \(name.contains(":") ? "[\(name)]" : name):\(port)\r
            Connection: close\r\n
            """
        for (name, value) in request.headers {
            // A line break would begin another header.
            head += "\(name): \(String(decoding: value.utf8.filter { $0 >= 0x20 }, as: UTF8.self))\r\n"
        }
        if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
        // A server that refuses a request may answer before it has read all of it.
        _ = connection.send(Array((head + "\r\n").utf8) + (request.body ?? []))
        var incoming = IncomingAnswer(receive: connection.receive)
        return incoming.answer()
    }

    func close() {}
}

/// A TCP connection, on which each call ends at a time of `rewind_uptime()`.
private final class SocketConnection {
    private let socket: Int32
    private let end: UInt64

    /// Connects to the first address of a host that accepts; nil if none does.
    init?(to host: String, port: UInt16, until end: UInt64) {
        var hints = addrinfo()
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        let addresses = list.map { Array(sequence(first: $0.pointee) { $0.ai_next?.pointee }) } ?? []
        for (index, address) in addresses.enumerated() {
            let now = rewind_uptime()
            // A silent address leaves time for the others.
            let share = now < end ? (end - now) / UInt64(addresses.count - index) : 0
            if let socket = Self.socket(connectedTo: address, until: now + share) {
                (self.socket, self.end) = (socket, end)
                return
            }
        }
        return nil
    }

    deinit {
        close(socket)
    }

    private static func socket(connectedTo address: addrinfo, until end: UInt64) -> Int32? {
        let socket = Foundation.socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard socket >= 0 else { return nil }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        var (error, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        let isConnected =
            connect(socket, address.ai_addr, address.ai_addrlen) == 0
            || errno == EINPROGRESS && wait(socket, POLLOUT, until: end)
                && getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0
        if isConnected { return socket }
        close(socket)
        return nil
    }

    /// Waits until a call would not block. Returns false at `end`.
    private static func wait(_ socket: Int32, _ event: Int32, until end: UInt64) -> Bool {
        var polled = pollfd(fd: socket, events: Int16(event), revents: 0)
        while true {
            let now = rewind_uptime()
            guard now < end else { return false }
            let count = poll(&polled, 1, Int32((end - now) / 1_000_000 + 1))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }

    /// Sends bytes. Returns false if not all were taken.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard Self.wait(socket, POLLOUT, until: end) else { return false }
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns the next bytes, which are none at the end; nil if none came in time or the connection failed.
    func receive() -> [UInt8]? {
        while Self.wait(socket, POLLIN, until: end) {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &bytes, bytes.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            return count < 0 ? nil : Array(bytes.prefix(count))
        }
        return nil
    }
}

/// Reads an HTTP/1.1 answer (RFC 9112), which may be cut, damaged, or hostile.
struct IncomingAnswer {
    private static let (longestHead, longestBody) = (1 << 16, LinkHead.longestMessage)

    /// Returns more bytes, which are none at the end of the connection; nil on failure.
    let receive: () -> [UInt8]?
    private var bytes: ArraySlice<UInt8> = []
    private var headBytes = 0

    init(receive: @escaping () -> [UInt8]?) {
        self.receive = receive
    }

    /// Returns the answer; nil if it is not whole.
    mutating func answer() -> HTTPAnswer? {
        var answer = HTTPAnswer()
        var length: Int?
        var isChunked = false
        repeat {
            let words = line()?.split(separator: " ", maxSplits: 2) ?? []
            guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), (100..<600) ~= status
            else { return nil }
            answer.status = status
            while true {
                guard let field = line() else { return nil }
                guard !field.isEmpty else { break }
                let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                let value = parts[1].trimmingCharacters(in: .whitespaces)
                switch parts[0].lowercased() {
                case "content-length":
                    guard let count = Int(value), 0...Self.longestBody ~= count else { return nil }
                    length = count
                case "transfer-encoding": isChunked = value.lowercased() == "chunked"
                case "retry-after": answer.retryAfter = value
                default: break
                }
            }
        } while answer.status < 200
        guard ![204, 304].contains(answer.status) else { return answer }
        guard let body = isChunked ? chunks() : length.map({ take($0) }) ?? rest() else { return nil }
        answer.body = body
        return answer
    }

    /// Returns the next line, without its end; nil if there is none.
    private mutating func line() -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[..<end]
                headBytes += line.count + 1
                bytes = bytes[(end + 1)...]
                guard headBytes <= Self.longestHead else { return nil }
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            guard headBytes + bytes.count <= Self.longestHead, more() else { return nil }
        }
    }

    /// Reads further bytes. Returns false if there are none.
    private mutating func more() -> Bool {
        guard let next = receive(), !next.isEmpty else { return false }
        bytes += next
        return true
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while bytes.count < count {
            guard more() else { return nil }
        }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private mutating func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while true {
            guard let size = line()?.prefix(while: { $0 != ";" }).trimmingCharacters(in: .whitespaces),
                let count = Int(size, radix: 16), 0...(Self.longestBody - body.count) ~= count
            else { return nil }
            guard count > 0 else { return body }
            guard let chunk = take(count), line() == "" else { return nil }
            body += chunk
        }
    }

    /// Returns the bytes up to the end of the connection.
    private mutating func rest() -> [UInt8]? {
        while let next = receive() {
            if next.isEmpty { return Array(bytes) }
            bytes += next
            guard bytes.count <= Self.longestBody else { return nil }
        }
        return nil
    }
}
#endif
