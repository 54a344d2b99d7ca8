/// The state of the loading indicator.
package struct LoadingState: Codable, Equatable, Sendable {
    /// True if the indicator is visible.
    package var isLoading: Bool

    /// Creates the state, by default without an indicator.
    package init(isLoading: Bool = false) {
        self.isLoading = isLoading
    }
}
