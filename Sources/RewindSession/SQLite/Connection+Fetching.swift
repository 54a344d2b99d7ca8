extension Connection {
    /// Returns the rows of a query, which are computed on demand.
    ///
    /// - Throws: `SQLiteError`.
    package func rows(_ sql: String, _ arguments: [(any SQLConvertible)?] = []) throws -> Rows {
        try statement(sql).rows(arguments)
    }

    /// Returns the first column of the first row; nil if there is no row, or the column is NULL.
    ///
    /// - Throws: `SQLiteError`, also if the column has another type.
    package func fetchOne<T: SQLConvertible>(
        _ type: T.Type,
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = []
    ) throws -> T? {
        try statement(sql).fetchOne(type, arguments)
    }

    /// Returns the result of `body` for the first row; nil if there is no row.
    ///
    /// - Throws: `SQLiteError`, or the error of `body`.
    package func fetchOne<T>(
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = [],
        _ body: (Row) throws -> T?
    ) throws -> T? {
        try statement(sql).fetchOne(arguments, body)
    }

    /// Returns the first column of each row.
    ///
    /// - Throws: `SQLiteError`, also if a column is NULL or has another type.
    package func fetchAll<T: SQLConvertible>(
        _ type: T.Type,
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [T] {
        try statement(sql).fetchAll(type, arguments)
    }

    /// Returns the results of `body` for each row.
    ///
    /// - Throws: `SQLiteError`, or the error of `body`.
    package func fetchAll<T>(
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = [],
        _ body: (Row) throws -> T
    ) throws -> [T] {
        try statement(sql).fetchAll(arguments, body)
    }
}
