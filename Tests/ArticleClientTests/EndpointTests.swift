import ArticleClient
import Foundation
import Testing

@Suite struct EndpointTests {
    @Test(arguments: [
        (Endpoint.items(page: 2), "GET https://qiita.com/api/v2/items?page=2&per_page=20"),
        (.items(ofUser: "hanako", page: 1), "GET https://qiita.com/api/v2/users/hanako/items?page=1&per_page=20"),
        (.item("c6"), "GET https://qiita.com/api/v2/items/c6"),
        (.stockers(ofItem: "c6"), "GET https://qiita.com/api/v2/items/c6/stockers?per_page=100"),
        (.stock(.get, item: "c6"), "GET https://qiita.com/api/v2/items/c6/stock"),
        (.stock(.put, item: "c6"), "PUT https://qiita.com/api/v2/items/c6/stock"),
        (.stock(.delete, item: "c6"), "DELETE https://qiita.com/api/v2/items/c6/stock"),
        (.item("a/b?c#d e%2F\u{e9}.~"), "GET https://qiita.com/api/v2/items/a%2Fb%3Fc%23d%20e%252F%C3%A9.~"),
        (.stock(.get, item: "日本"), "GET https://qiita.com/api/v2/items/%E6%97%A5%E6%9C%AC/stock"),
    ])
    func `An endpoint has one address`(endpoint: Endpoint, expected: String) throws {
        let configuration = try QiitaConfiguration()
        let url = try endpoint.url(on: configuration.baseURL)
        #expect("\(endpoint.method.rawValue) \(url.absoluteString)" == expected)
    }

    @Test(arguments: ["http://127.0.0.1:8080/mirror", "http://127.0.0.1:8080/mirror/"])
    func `The base address may have a path`(base: String) throws {
        let configuration = try QiitaConfiguration(baseURL: base)
        let url = try Endpoint.item("c6").url(on: configuration.baseURL)
        #expect(url.absoluteString == "http://127.0.0.1:8080/mirror/api/v2/items/c6")
    }

    @Test(arguments: ["", ".", ".."])
    func `An identifier that would name another resource is refused`(id: String) throws {
        let configuration = try QiitaConfiguration()
        #expect(throws: ArticleClientError.invalidIdentifier(id)) {
            try Endpoint.stock(.delete, item: id).url(on: configuration.baseURL)
        }
    }
}
