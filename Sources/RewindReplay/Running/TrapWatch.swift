#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ends the process with a sentence that was prepared when an action's reducer traps, in place of a silent end.
///
/// A trap is a signal, in whose handler hardly anything may be done: the sentences are made before, and the handler
/// calls `write`, `unlink` and `_exit`, which are safe there (POSIX.1-2017, 2.4.3). Used from one thread, once at a
/// time in a process.
package final class TrapWatch {
    /// What to say of a trap: what comes before the seq of the action, and what comes after it.
    package struct Sentence: Sendable {
        package var before: String
        package var after: String

        package init(before: String, after: String) {
            self.before = before
            self.after = after
        }
    }

    private struct Key: Hashable {
        let type: String?
        let isLast: Bool
    }

    private let sentence: (_ type: String?, _ isLast: Bool) -> Sentence
    private var known: [Key: UnsafeMutablePointer<TrapNote>] = [:]
    private var old: [(signal: Int32, action: sigaction)] = []
    #if !os(tvOS) && !os(watchOS)
    private var oldStack = stack_t()
    #endif
    private let stack: UnsafeMutableRawPointer

    /// Watches from now on. `sentence` makes what to say of an action of a type; `isLast` when it is one during which
    /// the recorded app ended. When that happens, the `files` are removed, and `clearing`
    /// is written to standard error first; the sentence goes to `output`, and `status` is that of the process. `before` is
    /// called before all that, and may call nothing but what a handler of a signal may.
    package init(
        removing files: [String] = [],
        clearing: String = "",
        output: Int32 = STDOUT_FILENO,
        status: Int32 = 1,
        before: (@convention(c) () -> Void)? = nil,
        sentence: @escaping (_ type: String?, _ isLast: Bool) -> Sentence
    ) {
        self.sentence = sentence
        let size = TrapNote.stackSize
        stack = .allocate(byteCount: size, alignment: 16)
        TrapNote.setUp(removing: files, clearing: clearing, output: output, status: status, before: before)
        // Once for nothing, so that what Swift looks up the first time is looked up.
        let note = TrapNote.make(Sentence(before: "", after: ""))
        TrapNote.current = note
        TrapNote.tell(to: -1)
        TrapNote.current = nil
        TrapNote.free(note)
        #if !os(tvOS) && !os(watchOS)
        // A recursion without end leaves the handler no room on the stack.
        var handlerStack = stack_t()
        handlerStack.ss_sp = stack
        handlerStack.ss_size = size
        sigaltstack(&handlerStack, &oldStack)
        #endif
        for signal in TrapNote.signals {
            var (action, before) = (sigaction(), sigaction())
            TrapNote.setHandler(of: &action)
            #if !os(tvOS) && !os(watchOS)
            action.sa_flags = SA_ONSTACK
            #endif
            sigaction(signal, &action, &before)
            old.append((signal, before))
        }
    }

    /// Stops watching.
    package func end() {
        leave()
        for (signal, action) in old {
            var action = action
            sigaction(signal, &action, nil)
        }
        if !old.isEmpty {
            #if !os(tvOS) && !os(watchOS)
            sigaltstack(&oldStack, nil)
            #endif
            stack.deallocate()
            for note in known.values { TrapNote.free(note) }
            TrapNote.tearDown()
        }
        old = []
        known = [:]
    }

    deinit {
        end()
    }

    /// What happens from now on happens in an action, or, without a type, in a state.
    func enter(_ seq: Int, _ type: String?, isLast: Bool) {
        let key = Key(type: type, isLast: isLast)
        let note: UnsafeMutablePointer<TrapNote>
        if let found = known[key] {
            note = found
        } else {
            note = TrapNote.make(sentence(type, isLast))
            known[key] = note
        }
        note.pointee.seq = seq
        TrapNote.current = note
    }

    /// What happens from now on is not an action's doing.
    func leave() {
        TrapNote.current = nil
    }
}
