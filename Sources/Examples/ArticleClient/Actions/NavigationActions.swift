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
