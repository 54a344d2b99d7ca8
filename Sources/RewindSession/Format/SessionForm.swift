/// How a session keeps its log.
package enum SessionForm: Sendable {
    /// As a recorder writes it: one row of `action` for each action.
    case plain
    /// What actions have in common stored once: see `PackedForm`.
    case packed

    /// The tables that a session of this form has.
    package var tables: [String] {
        switch self {
        case .plain: SessionFormat.tables
        case .packed: PackedForm.tables + SessionFormat.tables.filter { $0 != "action" }
        }
    }

    /// The table that has one row for each action.
    package var log: String {
        switch self {
        case .plain: "action"
        case .packed: "packed_action"
        }
    }

    /// Where the starts of branches are to be selected from, with `seq` and `parent`: without going through all actions.
    package var branchStarts: String {
        switch self {
        case .plain: "(SELECT seq, parent FROM main.action WHERE parent <> seq - 1)"
        case .packed: "packed_branch"
        }
    }
}
