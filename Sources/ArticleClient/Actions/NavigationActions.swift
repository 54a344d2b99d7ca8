/// A screen is shown on top of the others.
package struct PushScreenAction: AppAction {
    /// Which.
    package var screen: Screen

    /// Creates the action.
    package init(screen: Screen) {
        self.screen = screen
    }
}

/// The visible screen is left for the one below; home is never left.
package struct PopScreenAction: AppAction {
    /// Creates the action.
    package init() {}
}
