/// The request methods that the API uses.
package enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case put = "PUT"
    case delete = "DELETE"
}
