@testable import ArticleClient
import Foundation
import Testing

@Suite struct QiitaConfigurationTests {
    @Test func `The default is Qiita without a token`() throws {
        let configuration = try QiitaConfiguration()
        #expect(configuration.baseURL.absoluteString == "https://qiita.com")
        #expect(configuration.token == nil)
    }

    @Test func `A configuration has a server and a token`() throws {
        let configuration = try QiitaConfiguration(baseURL: "http://localhost:8080", token: BearerToken("abc123"))
        #expect(configuration.baseURL.absoluteString == "http://localhost:8080")
        #expect(configuration.token?.authorization == "Bearer abc123")
    }

    @Test(arguments: ["", "qiita.com", "ftp://qiita.com", "/api", "http://", "file:///etc/passwd"])
    func `An address that is not a server's is refused`(address: String) {
        #expect(throws: ArticleClientError.invalidBaseURL(address)) { try QiitaConfiguration(baseURL: address) }
    }

    @Test(arguments: ["", "a b", "a\r\nHost: other", "トークン"])
    func `A token that no header can contain is refused`(token: String) {
        #expect(BearerToken(token) == nil)
    }

    @Test func `No description shows the token`() throws {
        let configuration = try QiitaConfiguration(token: BearerToken("s3cr3t"))
        let request = HTTPRequest(method: .get, url: configuration.baseURL, token: configuration.token)
        let client = CannedClient { _ throws(ArticleClientError) in throw .timedOut }
        let repository = QiitaArticleRepository(
            api: QiitaAPI(client: client, configuration: configuration)
        )
        var dumps = ""
        dump(configuration, to: &dumps)
        dump(request, to: &dumps)
        dump(repository, to: &dumps)
        for text in ["\(configuration)", "\(request)", "\(repository)", String(reflecting: configuration), dumps] {
            #expect(!text.contains("s3cr3t"))
        }
        #expect(dumps.contains("BearerToken(hidden)"))
    }
}
