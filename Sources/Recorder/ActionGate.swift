import Foundation

/// Applies a selection of actions, one by one.
///
/// Sound to share because its mutable state is only touched under `lock`.
final class ActionGate: @unchecked Sendable {
    private enum Verdict {
        case always
        case never
        /// One of so many.
        case sample(interval: Int, count: Int)
    }

    private let selection: ActionSelection
    private let lock = NSLock()
    private var verdicts: [ObjectIdentifier: Verdict] = [:]

    /// Makes a gate; nil when every action passes.
    init?(_ selection: ActionSelection) {
        guard !selection.rules.isEmpty || !selection.decisions.isEmpty else { return nil }
        self.selection = selection
    }

    /// Whether an action is recorded.
    func admits(_ action: Any) -> Bool {
        let type = type(of: action)
        let passes = lock.withLock {
            let key = ObjectIdentifier(type)
            switch verdicts[key] ?? verdict(on: String(describing: type)) {
            case .always:
                verdicts[key] = .always
                return true
            case .never:
                verdicts[key] = .never
                return false
            case .sample(let interval, let count):
                verdicts[key] = .sample(interval: interval, count: (count + 1) % interval)
                return count == 0
            }
        }
        return passes && selection.decisions.allSatisfy { $0(action) }
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
        globs.contains { fnmatch($0, type, 0) == 0 }
    }
}
