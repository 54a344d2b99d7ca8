/// A key with any text: the key of a dictionary, or `super`.
package struct TextKey: CodingKey {
    static let base = TextKey("super")

    package let stringValue: String

    package init(_ text: String) {
        self.stringValue = text
    }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) {
        self.stringValue = String(intValue)
    }

    package var intValue: Int? { Int(stringValue) }
}

/// The index of an element in a coding path.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) {
        self.index = index
    }

    init?(intValue: Int) {
        self.index = intValue
    }

    init?(stringValue: String) {
        return nil
    }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}
