import CRewindSQLite

/// Restricts a query to reading some tables and calling functions. Records the functions that it calls.
///
/// SQLite asks for permission while it compiles a query: <https://www.sqlite.org/c3ref/set_authorizer.html>.
final class SQLPolicy {
    /// Functions that access anything outside SQLite.
    private static let forbiddenFunctions: Set<String> = ["load_extension", "fts3_tokenizer", "readfile", "writefile"]

    /// The names of the readable tables, in lowercase.
    private let tables: Set<String>
    /// The names of the readable views, which the connection itself created.
    private let views: Set<String>
    /// The names, in lowercase, of existing tables that may not be read.
    private var hiddenTables: Set<String> = []
    /// The names, in lowercase, of the functions and operators used.
    private(set) var functions: Set<String> = []
    /// True if an operation was denied.
    private(set) var didRefuse = false

    init(tables: Set<String>, views: Set<String>) {
        self.tables = tables
        self.views = views
    }

    /// Records the name of an existing table. If it is not readable, not even its rows can be counted.
    func hide(_ name: String) {
        if !tables.contains(name) { hiddenTables.insert(name) }
    }

    /// Resets the recorded functions and denials.
    func restart() {
        functions = []
        didRefuse = false
    }

    /// Returns SQLite's code for whether an operation is allowed. The meaning of the names depends on the operation.
    func answer(_ operation: Int32, _ first: String?, _ second: String?, in database: String?) -> Int32 {
        if allows(operation, first, second, database) { return SQLITE_OK }
        didRefuse = true
        return SQLITE_DENY
    }

    private func allows(_ operation: Int32, _ first: String?, _ second: String?, _ database: String?) -> Bool {
        switch operation {
        case SQLITE_SELECT, SQLITE_RECURSIVE:
            return true
        case SQLITE_READ:
            let table = first?.lowercased() ?? ""
            if views.contains(table), database == "temp" { return true }
            // If no column is read, as with count(*), the name may be one that the query defines.
            return tables.contains(table) || (second == "" && !hiddenTables.contains(table))
        case SQLITE_FUNCTION:
            let name = second?.lowercased() ?? ""
            functions.insert(name)
            return !Self.forbiddenFunctions.contains(name)
        default:
            return false
        }
    }
}
