import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Refuses all redirects. The API sends none, and following one could send the token to another host.
final class RedirectionRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
