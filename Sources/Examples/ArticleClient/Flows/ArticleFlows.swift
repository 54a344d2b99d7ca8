/// The user's actions as thunks: each calls the repository, outside the reducers, and dispatches the result.
///
/// Run them with `await store.dispatch(flow)` on the store's actor, which is the main actor in the client. If the user
/// has moved on when a response arrives, the flow ends the loading state and drops the response.
package struct ArticleFlows: Sendable {
    let repository: any ArticleRepository
    let located: LocatedDispatch

    /// Creates the flows of a repository. `located` runs each of their dispatches.
    package init(
        repository: any ArticleRepository,
        located: @escaping LocatedDispatch = { _, _, dispatch in dispatch() }
    ) {
        self.repository = repository
        self.located = located
    }

    /// Returns a page of the list in a state: all articles, or those of one user.
    func articles(of list: ArticleListState, page: Int) async -> RequestResult<[Article]> {
        if let userId = list.userId {
            await repository.articles(ofUser: userId, page: page)
        } else {
            await repository.articles(page: page)
        }
    }
}
