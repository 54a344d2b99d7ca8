/// The place in the app's source where an action was dispatched.
public struct CallSite: Sendable, CustomStringConvertible {
    private let file: StaticString
    private let line: UInt

    /// Creates the place of the call, unless you pass another one.
    public init(file: StaticString = #fileID, line: UInt = #line) {
        self.file = file
        self.line = line
    }

    /// `file:line`.
    public var description: String {
        "\(file):\(line)"
    }
}
