import Foundation
import RewindSession

/// Applies a selection of actions, one by one.
///
/// Sound to share because its mutable state is only touched under `lock`.
final class ActionGate: @unchecked Sendable {
    private enum Verdict {
        case always
        case never
        /// One action in `interval`.
        case sample(interval: Int, count: Int)
    }

    private let selection: ActionSelection
    private let lock = NSLock()
    private var types: [ObjectIdentifier: (name: String, isEnum: Bool)] = [:]
    private var verdicts: [String: Verdict] = [:]

    /// Creates a gate; nil if every action passes.
    init?(_ selection: ActionSelection) {
        guard !selection.rules.isEmpty || !selection.decisions.isEmpty else { return nil }
        self.selection = selection
    }

    /// Returns true if an action is recorded.
    func admits(_ action: Any) -> Bool {
        (selection.rules.isEmpty || lock.withLock { passes(name(of: action)) })
            && selection.decisions.allSatisfy { $0(action) }
    }

    private func name(of action: Any) -> String {
        let type = type(of: action)
        let known: (name: String, isEnum: Bool)
        if let found = types[ObjectIdentifier(type)] {
            known = found
        } else {
            known = (TypeName.of(type), EnumCase(of: action) != nil)
            types[ObjectIdentifier(type)] = known
        }
        return known.isEnum ? ([known.name] + EnumCase.path(of: action)).joined(separator: ".") : known.name
    }

    private func passes(_ type: String) -> Bool {
        switch verdicts[type] ?? verdict(on: type) {
        case .always:
            verdicts[type] = .always
            return true
        case .never:
            verdicts[type] = .never
            return false
        case .sample(let interval, let count):
            verdicts[type] = .sample(interval: interval, count: (count + 1) % interval)
            return count == 0
        }
    }

    private func verdict(on type: String) -> Verdict {
        var interval = 1
        for rule in selection.rules {
            switch rule {
            case .allowed(let globs): if !Self.match(globs, type) { return .never }
            case .denied(let globs): if Self.match(globs, type) { return .never }
            case .sampled(let globs, let number): if Self.match(globs, type) { interval = max(interval, number) }
            }
        }
        return interval == 1 ? .always : .sample(interval: interval, count: 0)
    }

    private static func match(_ globs: [String], _ type: String) -> Bool {
        globs.contains { Glob.matches($0, type) }
    }
}
