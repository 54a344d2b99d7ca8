/// Whether a request is under way.
package struct LoadingState: Codable, Equatable, Sendable {
    /// Whether to show that something is being loaded.
    package var isLoading: Bool

    /// Creates the state, by default of a client at rest.
    package init(isLoading: Bool = false) {
        self.isLoading = isLoading
    }
}
