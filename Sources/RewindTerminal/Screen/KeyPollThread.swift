import Foundation

/// Reads the input on a separate thread while work is in progress: Esc ends the work as Ctrl-C does, all other input is
/// kept.
///
/// Safe to share because its state belongs to that thread until `end` has waited for it.
final class KeyPollThread: @unchecked Sendable {
    private var decoder: TerminalDecoder
    private var events: [TerminalEvent] = []
    private var isEscaped = false
    private var ends: [Int32] = [-1, -1]
    private let isDone = DispatchSemaphore(value: 0)
    private let onEscape: @Sendable () -> Void

    /// Continues with the state of `decoder`.
    init(_ decoder: TerminalDecoder, onEscape: @escaping @Sendable () -> Void) {
        (self.decoder, self.onEscape) = (decoder, onEscape)
        guard pipe(&ends) == 0 else {
            isDone.signal()
            return
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        Thread { [self] in
            while read() {}
            isDone.signal()
        }.start()
    }

    /// Stops reading and returns the input. If Esc ended the work, that is the input after it; after Ctrl-C, none.
    func end(isInterrupted: Bool) -> (decoder: TerminalDecoder, events: [TerminalEvent]) {
        close(ends[1])
        isDone.wait()
        close(ends[0])
        return (decoder, isInterrupted && !isEscaped ? [] : events)
    }

    /// Reads once. Returns false at the end.
    private func read() -> Bool {
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&files, 2, decoder.isWaiting ? Terminal.escapeDelay : -1)
        if count < 0 { return errno == EINTR }
        if files[1].revents != 0 { return false }
        if count == 0 {
            take(decoder.finish())
            return true
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let length = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        if length < 0, errno == EINTR || errno == EAGAIN { return true }
        guard length > 0 else { return false }
        take(decoder.feed(bytes[..<length]))
        return true
    }

    private func take(_ new: [TerminalEvent]) {
        events += new
        guard let escape = events.lastIndex(where: { [.key(.escape), .key(.control("c"))].contains($0) }) else {
            return
        }
        // Input before Esc was meant for the work that has ended.
        events.removeSubrange(...escape)
        isEscaped = true
        onEscape()
    }
}
