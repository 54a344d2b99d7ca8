extension Connection {
    /// The rows of a query, each of which is made when it is asked for.
    ///
    /// - Throws: `SQLiteError`.
    package func rows(_ sql: String, _ arguments: [(any SQLConvertible)?] = []) throws -> Rows {
        try statement(sql).rows(arguments)
    }

    /// The first column of a query's first row; nil when there is no row, or it is NULL.
    ///
    /// - Throws: `SQLiteError`, also when it is of another type.
    package func fetchOne<T: SQLConvertible>(
        _ type: T.Type,
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = []
    ) throws -> T? {
        try statement(sql).fetchOne(type, arguments)
    }

    /// What `body` makes of a query's first row; nil when there is no row.
    ///
    /// - Throws: `SQLiteError`, or what `body` throws.
    package func fetchOne<T>(
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = [],
        _ body: (Row) throws -> T?
    ) throws -> T? {
        try statement(sql).fetchOne(arguments, body)
    }

    /// The first column of each of a query's rows.
    ///
    /// - Throws: `SQLiteError`, also when one is NULL or of another type.
    package func fetchAll<T: SQLConvertible>(
        _ type: T.Type,
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = []
    ) throws -> [T] {
        try statement(sql).fetchAll(type, arguments)
    }

    /// What `body` makes of each of a query's rows.
    ///
    /// - Throws: `SQLiteError`, or what `body` throws.
    package func fetchAll<T>(
        _ sql: String,
        _ arguments: [(any SQLConvertible)?] = [],
        _ body: (Row) throws -> T
    ) throws -> [T] {
        try statement(sql).fetchAll(arguments, body)
    }
}
