#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The data for the signal handler of `TrapWatch`: memory at fixed addresses, without Swift objects.
struct TrapNote {
    /// The signals of a trap and of other failures of a reducer.
    static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    static let stackSize = 1 << 16
    private static let digitCount = 20

    // Safe because they change only while no handler can run: before handlers are installed, and on the watched thread.
    // A handler only reads them.
    nonisolated(unsafe) static var current: UnsafeMutablePointer<TrapNote>?
    nonisolated(unsafe) private static var files: UnsafeMutablePointer<UnsafeMutableRawBufferPointer>?
    nonisolated(unsafe) private static var fileCount = 0
    nonisolated(unsafe) private static var clearing: UnsafeMutableRawBufferPointer?
    nonisolated(unsafe) private static var output = STDOUT_FILENO
    nonisolated(unsafe) private static var status: Int32 = 1
    nonisolated(unsafe) private static var beforehand: (@convention(c) () -> Void)?

    private let before: UnsafeMutableRawBufferPointer
    private let after: UnsafeMutableRawBufferPointer
    private let digits: UnsafeMutablePointer<UInt8>
    var seq = 0

    // MARK: Setup

    /// Prepares a message.
    static func make(_ sentence: TrapWatch.Sentence) -> UnsafeMutablePointer<TrapNote> {
        let note = UnsafeMutablePointer<TrapNote>.allocate(capacity: 1)
        note.initialize(
            to: TrapNote(
                before: copy(sentence.before),
                after: copy(sentence.after),
                digits: .allocate(capacity: digitCount)
            )
        )
        return note
    }

    static func free(_ note: UnsafeMutablePointer<TrapNote>) {
        note.pointee.before.deallocate()
        note.pointee.after.deallocate()
        note.pointee.digits.deallocate()
        note.deallocate()
    }

    /// Stores the files to remove, the text that clears the line on standard error, and the exit status.
    static func setUp(
        removing paths: [String],
        clearing text: String,
        output: Int32,
        status: Int32,
        before deed: (@convention(c) () -> Void)?
    ) {
        (self.output, self.status, beforehand) = (output, status, deed)
        let list = UnsafeMutablePointer<UnsafeMutableRawBufferPointer>.allocate(capacity: paths.count)
        for (index, path) in paths.enumerated() { (list + index).initialize(to: copy(path + "\0")) }
        (files, fileCount, clearing) = (list, paths.count, copy(text))
    }

    static func tearDown() {
        for index in 0..<fileCount { files?[index].deallocate() }
        files?.deallocate()
        clearing?.deallocate()
        (files, fileCount, clearing, beforehand) = (nil, 0, nil, nil)
    }

    private static func copy(_ text: String) -> UnsafeMutableRawBufferPointer {
        let bytes = Array(text.utf8)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        buffer.copyBytes(from: bytes)
        return buffer
    }

    static func setHandler(of action: inout sigaction) {
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { TrapNote.handle($0) }
        #else
        action.__sigaction_handler.sa_handler = { TrapNote.handle($0) }
        #endif
    }

    // MARK: Signal handler

    private static func handle(_ signal: Int32) {
        beforehand?()
        guard current != nil else {
            // Not caused by an action: the default action of the signal applies.
            restoreDefault(signal)
            raise(signal)
            return
        }
        if let clearing { _ = write(STDERR_FILENO, clearing.baseAddress, clearing.count) }
        tell(to: output)
        for index in 0..<fileCount {
            if let file = files?[index].baseAddress { unlink(file.assumingMemoryBound(to: CChar.self)) }
        }
        _exit(status)
    }

    private static func restoreDefault(_ number: Int32) {
        signal(number, SIG_DFL)
    }

    /// Writes the message for the current action.
    static func tell(to file: Int32) {
        guard let note = current else { return }
        _ = write(file, note.pointee.before.baseAddress, note.pointee.before.count)
        var start = digitCount
        var number = note.pointee.seq
        repeat {
            start -= 1
            note.pointee.digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
            number /= 10
        } while number > 0
        _ = write(file, note.pointee.digits + start, digitCount - start)
        _ = write(file, note.pointee.after.baseAddress, note.pointee.after.count)
    }
}
