#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ends the process with a prepared message if an action's reducer traps.
///
/// A trap is a signal, whose handler may call only async-signal-safe functions. The messages are therefore prepared in
/// advance, and the handler calls `write`, `unlink`, and `_exit`, which are safe (POSIX.1-2017, 2.4.3). Used from one
/// thread; at most one instance exists in a process.
package final class TrapWatch {
    /// A message: the text before and after the seq of the action.
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

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - files: The files to remove at a trap.
    ///   - clearing: A text to write to standard error first.
    ///   - output: The file descriptor for the message.
    ///   - status: The exit status of the process.
    ///   - before: Called first at a trap; may call only async-signal-safe functions.
    ///   - sentence: Returns the message for an action of a type. `isLast` is true for actions during which the
    ///     recorded app ended.
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
        // A first call of the functions, so that nothing in Swift's runtime is initialized lazily later.
        let note = TrapNote.make(Sentence(before: "", after: ""))
        TrapNote.current = note
        TrapNote.tell(to: -1)
        TrapNote.current = nil
        TrapNote.free(note)
        #if !os(tvOS) && !os(watchOS)
        // An infinite recursion leaves no stack space for the handler.
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

    /// Attributes later traps to an action or, without a type, to a state.
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

    /// Attributes later traps to no action.
    func leave() {
        TrapNote.current = nil
    }
}
