/// Sets whether a request is in progress.
package struct LoadingAction: AppAction {
    /// True while a request is in progress.
    package var isLoading: Bool

    /// Creates the action.
    package init(isLoading: Bool) {
        self.isLoading = isLoading
    }
}
