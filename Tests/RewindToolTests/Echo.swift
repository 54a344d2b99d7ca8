import ArticleClient
import RewindStore

/// A subscriber that dispatches while it receives a state, up to three dispatches deep: the loading state follows the
/// refreshing of the list, and the screens follow the loading state.
final class Echo: StoreSubscriber {
    private let store: Store<AppState>

    init(_ store: Store<AppState>) {
        self.store = store
    }

    func newState(state: AppState) {
        let isDeep = state.navigation.stack.count > 1
        if state.home.isRefresh != state.loading.isLoading {
            store.dispatch(LoadingAction(isLoading: state.home.isRefresh))
        } else if state.loading.isLoading, !isDeep {
            store.dispatch(PushScreenAction(screen: .article))
        } else if !state.loading.isLoading, isDeep {
            store.dispatch(PopScreenAction())
        }
    }
}
