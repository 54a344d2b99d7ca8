/// Which actions are recorded.
///
/// ```swift
/// var options = RecorderOptions()
/// options.selection = .all.denying(types: "Scroll*").sampling(types: "Tick", every: 10)
/// ```
///
/// A session stays exact whatever is left out: the actions between two that are recorded are one row of the log, named
/// `(not recorded)`, which tells how many they were and holds what they changed.
///
/// Types are named as in the session, and may have the wildcards of `rewind log --type`: `*`, `?`, `[a-z]`, `[^a-z]`. The name has the types
/// around it, not the module, and the case of an enum: `Home.Action.row.delete`.
public struct ActionSelection: Sendable {
    /// Decides whether an action is recorded.
    public typealias Decision = @Sendable (_ action: Any) -> Bool

    enum Rule: Sendable {
        case allowed(globs: [String])
        case denied(globs: [String])
        case sampled(globs: [String], interval: Int)
    }

    private(set) var rules: [Rule] = []
    private(set) var decisions: [Decision] = []

    private init() {}

    /// Every action.
    public static let all = ActionSelection()

    /// Leaves out the actions of all types but these.
    public func allowing(types globs: String...) -> ActionSelection {
        adding(.allowed(globs: globs))
    }

    /// Leaves out the actions of these types.
    public func denying(types globs: String...) -> ActionSelection {
        adding(.denied(globs: globs))
    }

    /// Records the first of `interval` actions of each of these types, and leaves out the others.
    public func sampling(types globs: String..., every interval: Int) -> ActionSelection {
        adding(.sampled(globs: globs, interval: interval))
    }

    /// Leaves out the actions for which `isRecorded` is false. It is asked on the dispatching thread.
    public func filtering(_ isRecorded: @escaping Decision) -> ActionSelection {
        var selection = self
        selection.decisions.append(isRecorded)
        return selection
    }

    private func adding(_ rule: Rule) -> ActionSelection {
        var selection = self
        selection.rules.append(rule)
        return selection
    }
}
