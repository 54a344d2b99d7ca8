import RewindStore

/// What the user can do, as thunks: each asks the repository, outside the reducers, and dispatches what came of it.
///
/// Run them with `await store.dispatch(flow)` on the actor that the store belongs to, the main actor in the client.
/// An answer that comes when the user has gone elsewhere ends the loading and is not dispatched.
package struct ArticleFlows: Sendable {
    let repository: any ArticleRepository
    let located: LocatedDispatch

    /// Creates the flows on a repository. `located` runs each dispatch of theirs.
    package init(
        repository: any ArticleRepository,
        located: @escaping LocatedDispatch = { _, _, dispatch in dispatch() }
    ) {
        self.repository = repository
        self.located = located
    }

    /// Returns a page of the list that a state shows: everybody's articles, or those of the list's user.
    func articles(of list: ArticleListState, page: Int) async -> RequestResult<[Article]> {
        if let userId = list.userId {
            await repository.articles(ofUser: userId, page: page)
        } else {
            await repository.articles(page: page)
        }
    }
}
