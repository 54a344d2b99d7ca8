#if os(macOS) || os(Linux)

import ArticleClient
import Foundation

extension QiitaServer {
    /// Returns the articles of the fixtures as the client decodes them, for use without a server.
    ///
    /// - Throws: `QiitaServerError.malformedFixture`.
    package static func articles() throws -> [Article] {
        let catalog = try Catalog.embedded.get()
        return try catalog.articleIDs.compactMap { id in
            try catalog.articles[id].map { try JSONDecoder().decode(Article.self, from: $0) }
        }
    }
}

#endif
