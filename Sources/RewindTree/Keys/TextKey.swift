/// A key that is any text: the key of a dictionary, or `super`.
struct TextKey: CodingKey {
    static let base = TextKey("super")

    let stringValue: String

    init(_ text: String) {
        self.stringValue = text
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        self.stringValue = String(intValue)
    }

    var intValue: Int? { Int(stringValue) }
}
