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
