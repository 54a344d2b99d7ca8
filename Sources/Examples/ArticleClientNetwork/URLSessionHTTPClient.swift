import ArticleClient
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An ``HTTPClient`` with a separate session that keeps no cookies, cache or credentials and follows no redirects.
package final class URLSessionHTTPClient: HTTPClient {
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameter timeout: The timeout of a request, in seconds.
    package init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        session = URLSession(configuration: configuration, delegate: RedirectionRefusal(), delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    package func send(_ request: HTTPRequest) async throws(ArticleClientError) -> HTTPResponse {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.setValue("application/json", forHTTPHeaderField: "Accept")
        if let token = request.token {
            urlRequest.setValue(token.authorization, forHTTPHeaderField: "Authorization")
        }
        do {
            let (body, response) = try await session.data(for: urlRequest)
            guard let response = response as? HTTPURLResponse else {
                throw ArticleClientError.unreachable(.badServerResponse)
            }
            return HTTPResponse(status: response.statusCode, body: body)
        } catch let error as URLError {
            throw ArticleClientError(error)
        } catch let error as ArticleClientError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unreachable(.unknown)
        }
    }
}

extension ArticleClientError {
    /// Keeps only the code of a session error: its other fields contain the request.
    fileprivate init(_ error: URLError) {
        self =
            switch error.code {
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            default: .unreachable(error.code)
            }
    }
}

extension QiitaArticleRepository {
    /// Creates a repository that uses the configuration's server.
    package init(configuration: QiitaConfiguration) {
        let client = URLSessionHTTPClient(timeout: configuration.timeout)
        self.init(api: QiitaAPI(client: client, configuration: configuration))
    }
}

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
