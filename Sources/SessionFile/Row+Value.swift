import GRDB

extension Row {
    /// The value in a column, nil when it is NULL or of another type: a damaged file may hold anything anywhere, and
    /// GRDB's own subscripts trap on what they do not expect.
    func value<T: DatabaseValueConvertible>(_ index: Int) -> T? {
        T.fromDatabaseValue(self[index])
    }
}
