import Foundation

/// An operation of the API: a request without its server and its token.
package struct Endpoint: Hashable, Sendable {
    /// The request method.
    package var method: HTTPMethod
    /// The segments of the path, before percent-encoding.
    package var path: [String]
    /// The names and values of the query, in order.
    package var query: [URLQueryItem]

    /// Creates an endpoint.
    package init(_ method: HTTPMethod, _ path: [String], query: [URLQueryItem] = []) {
        self.method = method
        self.path = path
        self.query = query
    }

    /// Returns the endpoint's URL on a server.
    ///
    /// All characters except the unreserved ones of RFC 3986 are percent-encoded, so that a segment stays one segment.
    ///
    /// - Throws: ``ArticleClientError/invalidIdentifier(_:)`` if a segment is empty, "." or "..", which servers resolve
    ///   even if encoded; ``ArticleClientError/invalidBaseURL(_:)`` if `baseURL` cannot be extended.
    package func url(on baseURL: URL) throws(ArticleClientError) -> URL {
        for segment in path where ["", ".", ".."].contains(segment) {
            throw .invalidIdentifier(segment)
        }
        guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
            throw .invalidBaseURL(baseURL.absoluteString)
        }
        let base = components.percentEncodedPath.split(separator: "/").map(String.init)
        components.percentEncodedPath = "/" + (base + path.map(Self.encoded)).joined(separator: "/")
        components.percentEncodedQuery =
            query.isEmpty
            ? nil : query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value ?? ""))" }.joined(separator: "&")
        guard let url = components.url else { throw .invalidBaseURL(baseURL.absoluteString) }
        return url
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
