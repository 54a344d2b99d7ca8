#if os(Linux)
import CTestSupport
import Foundation
import Rewind
import RewindTravel
import TestSupport
import Testing

/// States that are stored in line and so large that each copy counts on a thread with a stack of 512 KB.
@Suite struct TravelStackTests {
    private struct Row: Codable, Equatable {
        var (a, b, c, d, e, f, g, h) = (1, 2, 3, 4, 5, 6, 7, 8)
        var (i, j, k, l, m, n, o, p) = (1, 2, 3, 4, 5, 6, 7, 8)
    }
    private struct Page: Codable, Equatable {
        var (a, b, c, d, e, f, g, h) = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
        var (i, j, k, l, m, n, o, p) = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
    }
    private struct Book: Codable, Equatable {
        var (a, b, c, d, e, f, g, h) = (Page(), Page(), Page(), Page(), Page(), Page(), Page(), Page())
        var number = 0
    }

    /// Restored states, in memory of their own.
    private final class Shelf {
        var book = Book()
    }

    private let folder = TemporaryFolder()

    private final class Work {
        private let body: () throws -> Void
        private(set) var error: (any Error)?
        init(_ body: @escaping () throws -> Void) { self.body = body }
        func run() { do { try body() } catch { self.error = error } }
    }

    /// Returns the length of the stack that `body` uses, in bytes.
    private func stack(of body: () throws -> Void) throws -> Int {
        try withoutActuallyEscaping(body) { body in
            let work = Work(body)
            let used = used_stack(
                { work in
                    if let work { Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run() }
                    return nil
                },
                Unmanaged.passUnretained(work).toOpaque()
            )
            if let error = work.error { throw error }
            return used
        }
    }

    @Test func `A jump takes little more stack than JSONDecoder`() throws {
        let recorder = try Recorder<Book>(recordingTo: folder.session())
        let shelf = Shelf()
        var options = TimeTravelOptions()
        options.statesInMemory = 1
        let travel = TimeTravel(recorder, options: options) { shelf.book = $0.state }
        for number in 1...3 {
            shelf.book.number = number
            recorder.record("n", resultingIn: shelf.book)
        }
        let json = try JSONEncoder().encode(shelf.book)
        let decoding = try stack { shelf.book = try JSONDecoder().decode(Book.self, from: json) }
        #expect(shelf.book.number == 3)
        let jump = try stack { try travel.jump(to: 1) }
        #expect(shelf.book.number == 1)
        let states = Double(jump - decoding) / Double(MemoryLayout<Book>.size)
        #expect(states < 3)
        recorder.close()
    }
}
#endif
