import ArticleClient
import Rewind

/// A repository whose requests are effects of the recording.
struct RecordedRepository: ArticleRepository {
    private struct Input: Codable, Sendable {
        var id: String?
        var page: Int?
    }

    let repository: any ArticleRepository
    let recorder: Recorder<AppState>

    func articles(page: Int) async -> RequestResult<[Article]> {
        await recording("GET /items", Input(page: page)) { await repository.articles(page: page) }
    }

    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> {
        await recording("GET /users/:id/items", Input(id: userId, page: page)) {
            await repository.articles(ofUser: userId, page: page)
        }
    }

    func article(_ id: String) async -> RequestResult<Article> {
        await recording("GET /items/:id", Input(id: id)) { await repository.article(id) }
    }

    func stockers(ofArticle id: String) async -> RequestResult<[User]> {
        await recording("GET /items/:id/stockers", Input(id: id)) { await repository.stockers(ofArticle: id) }
    }

    func isStocked(article id: String) async -> RequestResult<Bool> {
        await recording("GET /items/:id/stock", Input(id: id)) { await repository.isStocked(article: id) }
    }

    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> {
        await recording(isStocked ? "PUT /items/:id/stock" : "DELETE /items/:id/stock", Input(id: id)) {
            await repository.setStocked(isStocked, article: id)
        }
    }

    /// Records a request: a failure is an error, and no value.
    private func recording<Value: Sendable>(
        _ name: String,
        _ input: Input,
        _ request: @Sendable () async -> RequestResult<Value>
    ) async -> RequestResult<Value> {
        do throws(RequestFailure) {
            let value = try await recorder.effect(name, input: input) { () async throws(RequestFailure) -> Value in
                switch await request() {
                case .success(let value): return value
                case .failure(let failure): throw failure
                }
            }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }
}
