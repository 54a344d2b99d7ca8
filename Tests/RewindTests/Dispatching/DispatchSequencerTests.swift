import RewindSession
import RewindTree
import Testing

@testable import Rewind

@Suite struct DispatchSequencerTests {
    private struct GoBack: AnyRestoration {
        let source: ObjectIdentifier
        var ticket = 1
        var seq: Int
        var tree = Tree.null
        var last: Int
        var tip: Int
    }

    private final class Source {}

    private let source = Source()
    private let queue = BoundedQueue<QueueEntry>(limit: 100)
    private let threads = [ThreadID.current, ThreadID.none]
    private let options: RecorderOptions

    init() {
        var options = RecorderOptions(.buffered)
        options.now = { 7 }
        options.longestWait = .zero
        self.options = options
    }

    private func sequencer() -> DispatchSequencer {
        DispatchSequencer(options: options, queue: queue, crashLog: nil)
    }

    /// Begins an action, and passes the state before it if requested.
    private func begin(
        _ action: Any,
        in sequencer: inout DispatchSequencer,
        by entryPoint: EntryPoint = .middleware(1),
        on thread: Int = 0,
        isSelected: Bool = true,
        before: Int = 0
    ) -> DispatchToken? {
        let admission = sequencer.admit(
            action,
            by: entryPoint,
            of: threads[thread],
            isSelected: isSelected,
            recorder: ObjectIdentifier(source)
        )
        let state = admission.needsState ? StateValue(before) : nil
        return sequencer.enter(action, nil, admission, callSite: nil, before: state, origin: nil, since: 0)
    }

    private func end(_ token: DispatchToken?, in sequencer: inout DispatchSequencer, state: Int) {
        guard case .action(let entry) = token else { return }
        sequencer.finish(entry, state: StateValue(state), at: 1, since: 0)
    }

    /// Returns the entries in the queue after the end of the recording, as `seq<parent: kind state`.
    private func entries(of sequencer: inout DispatchSequencer) -> [String] {
        sequencer.close()
        var (batch, all): ([QueueEntry], [QueueEntry]) = ([], [])
        while queue.exchange(&batch) { all += batch }
        return all.map { entry in
            let kind =
                switch entry.kind {
                case .initial: "initial"
                case .open: "open \(entry.action)"
                case .done: "done \(entry.action)"
                case .gap(let first): "gap from \(first)"
                case .excluded(let count): "left out \(count)"
                case .moved(let tip): "moved on the way to \(tip)"
                case .marked: "bookmark"
                case .background(let isInBackground): isInBackground ? "background" : "foreground"
                case .effect(let effect, _): "began \(effect.name)"
                case .outcome(let outcome, _): "ended \(outcome.effect)"
                }
            let state = (entry.state as? StateValue<Int>)?.state.map { " \($0)" } ?? ""
            return "\(entry.seq)<\(entry.parent): \(kind)\(state)"
        }
    }

    @Test func `Actions are ordered by their ends, and tickets by their beginnings`() {
        var sequencer = sequencer()
        let tokens = ["a", "b"].enumerated().map { begin($1, in: &sequencer, by: .reducer, on: $0, before: 10) }
        for (token, state) in zip(tokens.reversed(), [12, 11]) { end(token, in: &sequencer, state: state) }
        let tickets = tokens.map { if case .action(let entry) = $0 { entry.ticket } else { 0 } }
        #expect(tickets == [1, 2])
        #expect(entries(of: &sequencer) == ["0<0: initial 10", "1<0: done b 12", "2<1: done a 11"])
    }

    @Test func `An outer action gets the state that the inner one finds`() {
        var sequencer = sequencer()
        let outer = begin("outer", in: &sequencer)
        let inner = begin("inner", in: &sequencer, before: 1)
        end(inner, in: &sequencer, state: 2)
        end(outer, in: &sequencer, state: 3)
        #expect(entries(of: &sequencer) == ["0<0: initial 0", "1<0: done outer 1", "2<1: done inner 2"])
    }

    @Test func `Excluded actions have one row before the next action`() {
        var sequencer = sequencer()
        for _ in 0..<3 { #expect(begin("x", in: &sequencer, isSelected: false) == nil) }
        end(begin("a", in: &sequencer, before: 5), in: &sequencer, state: 6)
        #expect(begin("x", in: &sequencer, isSelected: false) == nil)
        #expect(
            entries(of: &sequencer) == ["0<0: initial 0", "1<0: left out 3 5", "2<1: done a 6", "3<2: left out 1"]
        )
    }

    @Test func `An action after travel starts a branch from the past state`() {
        var sequencer = sequencer()
        sequencer.travel = TravelState(GoBack.self)
        for (state, action) in ["a", "b"].enumerated() {
            end(begin(action, in: &sequencer), in: &sequencer, state: state + 1)
        }
        let restoration = GoBack(source: ObjectIdentifier(source), seq: 1, last: 2, tip: 2)
        guard case .restoration = begin(restoration, in: &sequencer) else {
            Issue.record("A restoration is no action.")
            return
        }
        sequencer.move(to: restoration)
        #expect(sequencer.cursor.isInPast)
        end(begin("c", in: &sequencer), in: &sequencer, state: 9)
        #expect(!sequencer.cursor.isInPast)
        #expect(
            entries(of: &sequencer) == [
                "0<0: initial 0", "1<0: done a 1", "2<1: done b 2", "1<0: moved on the way to 2", "3<1: done c 9",
            ]
        )
    }

    @Test func `The sequence ends with the unfinished actions, and nothing follows`() {
        var sequencer = sequencer()
        let token = begin("a", in: &sequencer)
        #expect(entries(of: &sequencer) == ["0<0: initial 0", "1<0: open a"])
        end(token, in: &sequencer, state: 1)
        #expect(begin("b", in: &sequencer) == nil)
        #expect(sequencer.queueWriter.droppedCount == 0 && sequencer.tickets == 1)
    }
}
