/// Which screens the user went through; with it, a restored state is a restored screen.
package struct NavigationState: Codable, Equatable, Sendable {
    /// The screens, the visible one last.
    package var stack: [Screen]

    /// The visible screen: home when a decoded stack is empty.
    package var top: Screen { stack.last ?? .home }

    /// Creates the state, by default with home alone.
    package init(stack: [Screen] = [.home]) {
        self.stack = stack
    }
}
