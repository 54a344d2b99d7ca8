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
