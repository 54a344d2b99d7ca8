extension Tree: CustomStringConvertible {
    /// The same as `text`.
    package var description: String { text }
}
