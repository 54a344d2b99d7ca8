import Foundation

/// An HTTP exchange at the level of bytes, without a client that would correct the request.
package struct HTTPExchange {
    package let status: Int
    package let headers: [String: String]
    package let body: String

    /// Sends `text` to a port of this machine, and reads until the server closes the connection, or until a timeout in
    /// seconds.
    package init(_ text: String, port: Int, patience: Int = 300) throws {
        let connection = try Connection(port: port, patience: patience)
        connection.send(text)
        self.init(parsing: connection.rest())
    }

    /// Sends a GET request with these headers.
    package static func get(_ path: String, port: Int, headers: [String: String] = [:]) throws -> HTTPExchange {
        var lines = headers
        lines["Host"] = headers["Host"] ?? "127.0.0.1:\(port)"
        lines["Connection"] = "close"
        let text = lines.map { "\($0.key): \($0.value)\r\n" }.joined()
        return try HTTPExchange("GET \(path) HTTP/1.1\r\n\(text)\r\n", port: port)
    }

    init(parsing text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").components(separatedBy: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { continue }
            headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = parts.count > 1 ? String(parts[1]) : ""
    }

    /// A socket connected to the server.
    package final class Connection {
        private var socket: Int32

        package struct Refused: Error {}

        /// Connects to a port of this machine, with IPv4 unless `isIPv6`.
        package init(port: Int, patience: Int = 300, isIPv6: Bool = false) throws {
            #if canImport(Darwin)
            socket = Darwin.socket(isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0)
            #else
            socket = Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            var time = timeval(tv_sec: patience, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            var (old, new) = (sockaddr_in(), sockaddr_in6())
            (old.sin_family, new.sin6_family) = (sa_family_t(AF_INET), sa_family_t(AF_INET6))
            (old.sin_port, new.sin6_port) = (in_port_t(port).bigEndian, in_port_t(port).bigEndian)
            (old.sin_addr.s_addr, new.sin6_addr) = (UInt32(0x7f00_0001).bigEndian, in6addr_loopback)
            guard isIPv6 ? connect(to: &new) : connect(to: &old) else {
                close(socket)
                throw Refused()
            }
        }

        private func connect<Address>(to address: inout Address) -> Bool {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    #if canImport(Darwin)
                    Darwin.connect(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                    #else
                    Glibc.connect(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                    #endif
                }
            }
        }

        deinit { end() }

        /// Closes the connection.
        package func end() {
            if socket >= 0 { close(socket) }
            socket = -1
        }

        /// Sends no more, and still reads.
        package func endSending() {
            shutdown(socket, Int32(SHUT_WR))
        }

        package func send(_ text: String) {
            send(Array(text.utf8))
        }

        package func send(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                sent += count
            }
        }

        /// Reads the response: up to its content length, or until the server closes the connection.
        package func rest() -> String {
            var all: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let received = read(socket, &bytes, bytes.count)
                guard received > 0 else { return String(decoding: all, as: UTF8.self) }
                all += bytes[..<received]
                if Self.isWhole(all) { return String(decoding: all, as: UTF8.self) }
            }
        }

        /// Reads until the server closes the connection, or until the timeout.
        package func all() -> String {
            var text = ""
            while case let part = rest(), !part.isEmpty { text += part }
            return text
        }

        private static func isWhole(_ bytes: [UInt8]) -> Bool {
            let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n"),
                let field = text[..<end.lowerBound].lowercased().firstMatch(of: /content-length: *(\d+)/),
                let length = Int(field.1)
            else { return false }
            return bytes.count >= text[..<end.upperBound].utf8.count + length
        }
    }
}
