import RewindSession
import RewindTree

extension Timeline {
    /// Whether a pointer leads to anything in a recorded state.
    package enum Presence: Hashable, Sendable {
        /// In none, whatever branch it is on.
        case nowhere
        /// In the state at `seq`; where that is nil, perhaps in one: which index an element had is not looked for.
        case somewhere(seq: Int?)
    }

    /// Whether any recorded state has something at `pointer`. What only a re-run could tell is in no recorded state.
    ///
    /// - Complexity: that of a value where the index has the pointer, or the last state the value; else linear in the
    ///   actions that wrote what holds it.
    /// - Throws: `SessionError`, or what `progress` throws, which is called from time to time.
    package func presence(of pointer: Pointer, progress: @escaping () throws -> Void = {}) throws -> Presence {
        do {
            return try certainPresence(of: pointer, progress: progress)
        } catch SessionError.damaged {
            return .somewhere(seq: nil)
        }
    }

    private func certainPresence(of pointer: Pointer, progress: @escaping () throws -> Void) throws -> Presence {
        if try has(pointer, at: last) { return .somewhere(seq: last) }
        switch try PointerPresence.answer(for: pointer, in: session, progress: progress) {
        case .nowhere: return .nowhere
        case .somewhere(nil): return .somewhere(seq: nil)
        case .somewhere(let seq?):
            // An action that took the value away is as good a witness as the one that wrote it.
            for seq in [seq, try parent(of: seq)] where try has(pointer, at: seq) { return .somewhere(seq: seq) }
            return .somewhere(seq: nil)
        }
    }

    private func has(_ pointer: Pointer, at seq: Int) throws -> Bool {
        do {
            return try value(at: seq, pointer) != nil
        } catch TimelineError.pruned {
            return false
        }
    }
}
