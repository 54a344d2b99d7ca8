import RewindStore

/// An action of the client, which can be recorded and decoded again.
package protocol AppAction: Action, Codable, Equatable, Sendable {}

/// Sets whether a request is in progress.
package struct LoadingAction: AppAction {
    /// True while a request is in progress.
    package var isLoading: Bool

    /// Creates the action.
    package init(isLoading: Bool) {
        self.isLoading = isLoading
    }
}

/// Pushes a screen on top of the others.
package struct PushScreenAction: AppAction {
    /// The screen.
    package var screen: Screen

    /// Creates the action.
    package init(screen: Screen) {
        self.screen = screen
    }
}

/// Pops the visible screen, except for home.
package struct PopScreenAction: AppAction {
    /// Creates the action.
    package init() {}
}
