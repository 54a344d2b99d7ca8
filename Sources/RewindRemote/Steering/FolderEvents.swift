import CRewindSQLite
import Foundation
import RewindSession

/// Waits for changes of the entries of a folder: with kqueue on Apple systems, with inotify on Linux.
final class FolderEvents: Sendable {
    /// The longest wait if the system reports no changes, in seconds: the number of watches is limited.
    private static let longestBlindWait = 0.05

    private let events: Int32
    /// Becomes readable with `cancel()`, and stays so.
    private let pipe: (readEnd: Int32, writeEnd: Int32)

    /// Watches the folder opened as `folder`, at `path`.
    ///
    /// - Throws: `SessionError` if the process cannot open more files.
    init(of folder: Descriptor, at path: String) throws {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw SessionError(errno: errno, path: path) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        pipe = (ends[0], ends[1])
        events = rewind_open_folder_events(folder.number, path)
    }

    deinit {
        for descriptor in [events, pipe.readEnd, pipe.writeEnd] where descriptor >= 0 { close(descriptor) }
    }

    /// Waits for a change since the last wait, `cancel()`, or `seconds`; nil sets no limit. May return early.
    func wait(atMost seconds: Double?) {
        var seconds = seconds
        if events < 0 { seconds = min(seconds ?? .infinity, Self.longestBlindWait) }
        let milliseconds = seconds.map { Int32(min(max(0, $0) * 1_000, 3_600_000).rounded(.up)) } ?? -1
        var polled = [events, pipe.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if poll(&polled, nfds_t(polled.count), milliseconds) > 0, polled[0].revents != 0 {
            rewind_take_folder_events(events)
        }
    }

    /// Waits as `wait(atMost:)` does, on a separate thread, and also ends when the task is canceled.
    nonisolated(nonsending) func change(within seconds: Double) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread { [self] in
                    wait(atMost: seconds)
                    continuation.resume()
                }.start()
            }
        } onCancel: {
            cancel()
        }
    }

    /// Watches for files that are added, removed or renamed.
    ///
    /// - Throws: `SessionError`.
    convenience init(of folder: PrivateFolder) throws {
        try self.init(of: folder.descriptor, at: folder.path)
    }

    /// Ends the current wait, and all later ones immediately.
    func cancel() {
        var byte: UInt8 = 0
        _ = write(pipe.writeEnd, &byte, 1)
    }
}
