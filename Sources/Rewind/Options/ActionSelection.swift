/// The actions that are recorded.
///
/// ```swift
/// var options = RecorderOptions()
/// options.selection = .all.denying(types: "Scroll*").sampling(types: "Tick", every: 10)
/// ```
///
/// A session stays exact whichever actions are excluded: the excluded actions between two recorded ones are one row of
/// the log, named `(not recorded)`, with their number and their combined effect.
///
/// Types are named as in the session, and can have the wildcards of `rewind log --type`: `*`, `?`, `[a-z]`, `[^a-z]`. A
/// name includes the enclosing types and the case of an enum, but not the module: `Home.Action.row.delete`.
public struct ActionSelection: Sendable {
    /// Returns true if an action is recorded.
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

    /// Returns a selection without the actions of all other types.
    public func allowing(types globs: String...) -> ActionSelection {
        adding(.allowed(globs: globs))
    }

    /// Returns a selection without the actions of these types.
    public func denying(types globs: String...) -> ActionSelection {
        adding(.denied(globs: globs))
    }

    /// Returns a selection with one in `interval` actions of each of these types, beginning with the first.
    public func sampling(types globs: String..., every interval: Int) -> ActionSelection {
        adding(.sampled(globs: globs, interval: interval))
    }

    /// Returns a selection without the actions for which `isRecorded` returns false. It is called on the dispatching
    /// thread.
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
