/// A request begins or ends.
package struct LoadingAction: AppAction {
    /// Whether one is under way now.
    package var isLoading: Bool

    /// Creates the action.
    package init(isLoading: Bool) {
        self.isLoading = isLoading
    }
}
