import Foundation
import TestSupport
import Testing

@testable import RewindRemote
@testable import RewindSession

@Suite(.ownThreads, .timeLimit(.minutes(10))) struct FolderEventsTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.url.path }

    private func watch(at path: String? = nil) throws -> FolderEvents {
        try FolderEvents(of: Descriptor(opening: self.path, O_RDONLY | O_DIRECTORY), at: path ?? self.path)
    }

    private func rename(_ name: String, to newName: String) {
        #expect(Foundation.rename(path + "/" + name, path + "/" + newName) == 0)
    }

    @Test func `A change ends a wait, even if it came before the wait`() throws {
        try Data().write(to: folder.session("a"))
        let events = try watch()
        rename("a", to: "b")
        events.wait(atMost: nil)
        let thread = Waiting(for: events)
        while !thread.hasEnded {
            rename("b", to: "c")
            rename("c", to: "b")
        }
        // A removal is a change, too.
        unlink(path + "/b")
        events.wait(atMost: nil)
    }

    @Test func `A wait ends when the folder is removed`() throws {
        let inner = try FolderEvents(of: try made("inner"), at: path + "/inner")
        rename("inner", to: "elsewhere")
        inner.wait(atMost: nil)
    }

    private func made(_ name: String) throws -> Descriptor {
        #expect(mkdir(path + "/" + name, 0o700) == 0)
        return try Descriptor(opening: path + "/" + name, O_RDONLY | O_DIRECTORY)
    }

    @Test func `A canceled wait ends`() async throws {
        let events = try watch()
        let thread = Waiting(for: events)
        events.cancel()
        while !thread.hasEnded { await Task.yield() }
        events.wait(atMost: nil)
        let others = try watch()
        let task = Task { await others.change(within: 3_600) }
        task.cancel()
        await task.value
    }

    @Test func `A folder without system events is checked regularly`() throws {
        try watch(at: path + "/none").wait(atMost: nil)
    }
}

/// A thread that waits once.
///
/// Safe to share because its state is only accessed under `lock`.
private final class Waiting: @unchecked Sendable {
    private let lock = NSLock()
    private var isDone = false

    var hasEnded: Bool { lock.withLock { isDone } }

    init(for events: FolderEvents) {
        Thread { [self] in
            events.wait(atMost: nil)
            lock.withLock { isDone = true }
        }.start()
    }
}
