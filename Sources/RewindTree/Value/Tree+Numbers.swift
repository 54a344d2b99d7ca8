extension Tree {
    /// Creates the tree of an integer of any width.
    init(integer value: some FixedWidthInteger) {
        self = Int64(exactly: value).map { .integer($0) } ?? .number(String(value))
    }

    /// Creates the tree of a float from its shortest exact text, so that 0.1 is 0.1 and not 0.10000000149011612.
    init(float value: Float) {
        if value.isFinite, let short = Double(value.description), Float(short) == value {
            self = .double(short)
        } else {
            self.init(Double(value))
        }
    }
}
