import Foundation
import NIOHTTP1

/// An HTTP request.
package struct Request: Sendable {
    package let method: String
    /// The path of the URL, as sent.
    package let path: String
    /// The part of the URL after the question mark, as sent; nil without one.
    package let query: String?
    /// The address of the client, without its port.
    package let client: String?
    /// The port of the server.
    package let port: Int
    package let body: RequestBody

    private let fields: HTTPHeaders

    init(_ head: HTTPRequestHead, from client: String?, to port: Int, body: RequestBody) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        method = head.method.rawValue
        path = parts[0]
        query = parts.count > 1 ? parts[1] : nil
        fields = head.headers
        self.client = client
        self.port = port
        self.body = body
    }

    /// Returns the first header with this name.
    package func header(_ name: String) -> String? {
        fields.first(name: name)
    }

    /// Returns all headers with this name.
    package func headers(_ name: String) -> [String] {
        fields[name]
    }

    /// The token in the `Authorization` header, if any.
    package var bearer: String? {
        header("authorization")?.wholeMatch(of: #/(?i:Bearer) +(.*)/#).map { String($0.1) }
    }

    /// The items of the query. A value that is not percent-encoded correctly is returned as sent.
    package var parameters: [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : "")
        }
    }

    /// Returns the first value of an item of the query.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}

/// The body of a request, which is read from the connection as it is used.
package struct RequestBody: Sendable {
    /// The error of a body that is longer than allowed. The server answers it with the status 413.
    package struct TooLong: Error, CustomStringConvertible {
        let limit: Int
        package var description: String { "A request has at most \(limit >> 20) MB." }
    }

    /// The length in bytes, if the client sent it.
    package let length: Int?

    private let parts: AsyncThrowingStream<[UInt8], any Error>
    private let take: @Sendable (_ count: Int, _ isKept: Bool) -> Void

    /// - Parameter take: Called before the first part is awaited, and for each part. The bytes of parts that are kept
    ///   count as used until the request is answered.
    init(
        _ parts: AsyncThrowingStream<[UInt8], any Error>,
        length: Int?,
        take: @escaping @Sendable (_ count: Int, _ isKept: Bool) -> Void
    ) {
        self.parts = parts
        self.length = length
        self.take = take
    }

    /// Returns the next part; nil at the end.
    ///
    /// - Throws: An error if the client has left or the server's memory is used up; `CancellationError`.
    package func next() async throws -> [UInt8]? {
        try await next(isKept: false)
    }

    /// Returns all bytes.
    ///
    /// - Throws: As `next()`, and an error if the body has more than `limit` bytes. If the error is passed on, the server
    ///   answers it.
    package func all(upTo limit: Int) async throws -> [UInt8] {
        guard length ?? 0 <= limit else { throw TooLong(limit: limit) }
        var bytes: [UInt8] = []
        while let part = try await next(isKept: true) {
            guard bytes.count + part.count <= limit else { throw TooLong(limit: limit) }
            bytes += part
        }
        return bytes
    }

    private func next(isKept: Bool) async throws -> [UInt8]? {
        take(0, isKept)
        var iterator = parts.makeAsyncIterator()
        guard let part = try await iterator.next() else {
            // The stream also ends when the task is canceled.
            try Task.checkCancellation()
            return nil
        }
        take(part.count, isKept)
        return part
    }
}

extension String {
    /// Returns 128 random bits, in hexadecimal.
    package static func secret() -> String {
        (0..<16).map { _ in String(UInt.random(in: 0x100...0x1FF), radix: 16).dropFirst() }.joined()
    }

    /// Returns true if the text is equal to a secret one. The time does not depend on the first difference.
    package func matches(secret: String) -> Bool {
        let (left, right) = (Array(utf8), Array(secret.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
