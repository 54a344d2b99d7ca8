import CRewindSQLite
import RewindSession

/// Says what a query may do: read some tables and call functions. Notes which functions it calls.
///
/// SQLite asks while it compiles a query: <https://www.sqlite.org/c3ref/set_authorizer.html>.
final class SQLPolicy {
    /// Functions that reach outside of SQLite.
    private static let forbiddenFunctions: Set<String> = ["load_extension", "fts3_tokenizer", "readfile", "writefile"]

    /// The names of the tables that may be read, in lower case.
    private let tables: Set<String>
    /// The names of the views that may be read, which the connection itself made.
    private let views: Set<String>
    /// The names, in lower case, of those that are there and may not be read.
    private var hiddenTables: Set<String> = []
    /// The names, in lower case, of the functions and operators that were asked for.
    private(set) var functions: Set<String> = []
    /// Whether something was not allowed.
    private(set) var didRefuse = false

    init(tables: Set<String>, views: Set<String>) {
        self.tables = tables
        self.views = views
    }

    /// Notes the name of a table that is there: one that may not be read is not even counted.
    func hide(_ name: String) {
        if !tables.contains(name) { hiddenTables.insert(name) }
    }

    /// Forgets what was asked for.
    func restart() {
        functions = []
        didRefuse = false
    }

    /// Answers whether an operation of a query is allowed; the meaning of the names depends on the operation.
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
            // Where no column is read, as by count(*), the name can be one that the query itself gives.
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
