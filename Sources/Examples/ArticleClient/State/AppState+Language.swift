import RewindStore

extension AppState {
    /// The language of the client, which its headings imply.
    package var language: Language { home.language }
}

extension ArticleListState {
    /// The language of the heading.
    var language: Language {
        let english: [ArticleListState] = [.home(in: .english), .userArticleList(in: .english)]
        return english.contains { $0.title == title } ? .english : .japanese
    }
}

extension Language {
    /// The state with which a client in this language starts; nil if it is that of the reducers. A recording has it, so
    /// that a replay is in the same language.
    package var initialState: AppState? {
        switch self {
        case .english: AppState(home: .home(in: .english), userArticleList: .userArticleList(in: .english))
        case .japanese: nil
        }
    }

    /// Dispatches the first action in a new store, as a store without an initial state does by itself.
    package func begin(_ store: Store<AppState>) {
        if initialState != nil { store.dispatch(ReSwiftInit()) }
    }
}
