/// The stack of screens, as part of the state: restoring a state restores its screen.
package struct NavigationState: Codable, Equatable, Sendable {
    /// The screens; the last one is visible.
    package var stack: [Screen]

    /// The visible screen; home if a decoded stack is empty.
    package var top: Screen { stack.last ?? .home }

    /// Creates the state, by default with home alone.
    package init(stack: [Screen] = [.home]) {
        self.stack = stack
    }
}
