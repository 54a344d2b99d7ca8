import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindTerminal

/// The content of the full screen, without a terminal.
@Suite struct DebugViewTests {
    private func view(_ session: DebugSession, isPainted: Bool = false) -> DebugView {
        DebugView(session, file: "list.rewind", style: TextStyle(isOn: isPainted))
    }

    private func text(_ view: DebugView, _ columns: Int, _ rows: Int) -> String {
        view.frame(size: .init(columns: columns, rows: rows)).lines.joined(separator: "\n")
    }

    private func press(_ view: DebugView, _ keys: TerminalEvent.Key...) {
        for key in keys { _ = view.handle(.key(key)) }
    }

    private func type(_ view: DebugView, _ text: String) {
        for character in text { press(view, .character(character)) }
        press(view, .enter)
    }

    @Test func `A view of 80 cells shows the types of actions and the current changes`() throws {
        let session = try ListSession()
        let view = view(try DebugSession(try session.open()))
        press(view, .up)
        #expect(
            text(view, 80, 12) == """
                 4 of 5  list.rewind                                                     ? keys
                5 actions, noise folded             │ 1 DIFF 2 State 3 Screen 4 Action 5 History
                    0  (first state)                │ 4  Rename
                    1  Add     +…/list/0 {"id":"a",…│ \(ListSession.dayAndTime(4))
                    2  Add     +…/list/0 {"id":"b",…│ since 2: the state at 3 is unknown
                  ? 3  Lose    (effect unknown)     │
                »   4  Rename  …/title "Renamed"    │ /list  2 items, 1 changed
                >   5  Forget  -/home/title         │   ~ 1  "Renamed"
                                                    │       ~ title  "First" → "Renamed"
                                                    │

                ↑↓ step  [ ] write  / search  w watch  n N hit  : verb  Tab pane  q quit
                """
        )
    }

    @Test func `A view of 120 cells shows the changes of each action and the state as a tree`() throws {
        let session = try ListSession()
        let view = view(try DebugSession(try session.open()))
        press(view, .up, .character("2"), .tab, .down, .down, .right, .down, .down, .right)
        let time = ListSession.dayAndTime(4)
        #expect(
            text(view, 120, 13) == """
                \(Cells.padded(" 4 of 5  list.rewind", to: 111 - time.count))\(time)  ? keys
                5 actions, noise folded                               │ 1 Diff 2 STATE 3 Screen 4 Action 5 History
                    0  (first state)                                  │ ~ ▾ (root)
                    1  Add     +/list/0 {"id":"a","title":"First"}    │   ▸ home  {"title":"Home"}
                    2  Add     +/list/0 {"id":"b","title":"Second"}   │ ~ ▾ list
                  ? 3  Lose    (effect unknown)                       │     ▸ 0  {"id":"b","title":"Second"}
                »   4  Rename  /list/1/title "Renamed"                │ »   ▾ 1
                >   5  Forget  -/home/title                           │         id  "a"
                                                                      │ ~       title  "Renamed"
                                                                      │
                                                                      │
                /list/1 = {"id":"a","title":"Renamed"}
                ↑↓ select  ←→ fold  Enter open  [ ] write  y copy  z zoom  Tab list  q quit
                """
        )
    }

    @Test func `The selected value has its writers, its history and a watch`() throws {
        let session = try ListSession()
        let view = view(try DebugSession(try session.open()))
        type(view, ":blame /list/1/title")
        press(view, .escape, .character("["))
        #expect(view.session.at == 4)
        press(view, .character("["))
        #expect(view.session.at == 1)
        #expect(view.session.pointer == ["list", "0", "title"])
        #expect(view.message == "/list/0/title was written here")
        press(view, .end)
        type(view, "wat('/list/0/id') = 'b'")
        #expect(view.session.at == 2)
        #expect(view.message == "Watch 1: at('/list/0/id') = 'b': at 2, 1 of 1; search wrapped")
        press(view, .home, .character("n"))
        #expect(view.session.at == 2)
        #expect(view.message == "Watch 1: at('/list/0/id') = 'b': at 2, 1 of 1")
        press(view, .character("c"))
        #expect(view.session.at == 2 && view.message == "No later stop. `C` runs back.")
        type(view, "/Rename")
        #expect(view.session.at == 4)
        #expect(text(view, 80, 24).contains("/Rename: at 4, 1 of 1"))
    }

    @Test func `A search counts its hits, continues at the other end, and highlights the text`() throws {
        let sample = try DebugSample(seed: 3, count: 40, branches: false)
        let view = view(try sample.open(), isPainted: true)
        let seqs = sample.actions.indices.filter { sample.actions[$0].type == "Rename" }
        type(view, "/rename")
        #expect(view.message == "/rename: at \(seqs[0]), 1 of \(seqs.count); search wrapped")
        press(view, .character("n"))
        #expect(view.message == "/rename: at \(seqs[1]), 2 of \(seqs.count)")
        press(view, .character("N"), .character("N"))
        #expect(
            view.message == "/rename: at \(try #require(seqs.last)), \(seqs.count) of \(seqs.count); search wrapped"
        )
        press(view, .home)
        #expect(text(view, 120, 60).contains("\u{1B}[7mRename\u{1B}[0m"))
        type(view, "/nowhere")
        #expect(view.message == "/nowhere: no hit" && view.session.at == 0)
    }

    @Test func `Breakpoints, watches and forks are marked in the list`() throws {
        let sample = try DebugSample(seed: 7, count: 30)
        let view = view(try sample.open())
        press(view, .character("."), .home)
        type(view, ":break Add")
        type(view, ":watch /n")
        let lines = text(view, 160, 60).split(separator: "\n")
        let forks = Dictionary(grouping: sample.actions.indices.dropFirst(), by: { sample.actions[$0].parent })
        for (seq, action) in sample.actions.enumerated().dropFirst() {
            let line = try #require(lines.first { $0.contains(try! Regex("^.{2,3} +\(seq)  ")) })
            let changes = action.state[["n"]] != sample.actions[action.parent].state[["n"]]
            #expect(line.dropFirst().hasPrefix("*") == (action.type == "Add" || changes), "\(line)")
            let next = forks[seq].flatMap { $0.count > 1 ? $0.map(String.init).joined(separator: " or ") : nil }
            #expect(line.contains("(then ") == (next != nil), "\(line)")
            if let next { #expect(line.contains("(then \(next))")) }
        }
        let branches = sample.actions.indices.dropFirst(2).count { sample.actions[$0].parent != $0 - 1 } + 1
        // The first state is on all branches: the title has the one that moves follow, as the list of branches does.
        #expect(text(view, 160, 60).contains("(branch \(branches) of \(branches))"))
        press(view, .character("B"))
        #expect(text(view, 160, 60).split(separator: "\n").last { $0.contains("  after ") }?.hasPrefix(" »") == true)
    }

    @Test func `The list is filtered while a text is typed, until it is canceled or all is shown`() throws {
        let sample = try DebugSample(seed: 3, count: 40, branches: false)
        let view = view(try sample.open())
        press(view, .home)
        for character in "&ren" { press(view, .character(character)) }
        #expect(text(view, 80, 60).contains("40 actions, only *ren*"))
        #expect(text(view, 80, 60).contains("  Rename") && !text(view, 80, 60).contains("  Add"))
        press(view, .enter, .down)
        #expect(sample.actions[view.session.at].type == "Rename")
        press(view, .right)
        #expect(sample.actions[view.session.at].type == "Rename")
        #expect(text(view, 80, 60).contains("filtered"))
        press(view, .character("F"))
        #expect(text(view, 80, 60).contains("  Add"))
        for character in "&tick" { press(view, .character(character)) }
        #expect(!text(view, 80, 60).contains("  Add"))
        press(view, .escape)
        #expect(text(view, 80, 60).contains("  Add"))
    }

    @Test func `A text is shown whole, and its value or pointer copied`() throws {
        let session = try ListSession(title: .string("Two\n" + String(repeating: "long ", count: 40) + "lines"))
        let view = view(try DebugSession(try session.open()))
        func copied(_ key: Character) -> String? {
            if case .copy(let text) = view.handle(.key(.character(key))) { text } else { nil }
        }
        type(view, ":print /list/1/title")
        press(view, .escape, .enter)
        #expect(copied("y")?.hasPrefix("Two\nlong ") == true)
        #expect(view.message == "Copied the value of /list/1/title")
        #expect(copied("Y") == "/list/1/title")
        press(view, .enter)
        #expect(text(view, 80, 24).contains("/list/1/title  Esc closes\n Two\n long long"))
        #expect(text(view, 80, 24).contains("long lines"))
        press(view, .escape)
        type(view, ":goto 1")
        #expect(copied("y") == nil && view.message == "/list/1/title has no value here")
    }

    @Test func `A pane can be zoomed, and the divider moved`() throws {
        let view = view(try DebugSession(try ListSession().open()))
        func divider() -> Int? {
            let line = Array(text(view, 80, 24).split(separator: "\n")[2])
            return line.firstIndex(of: "│")
        }
        #expect(divider() == 36)
        press(view, .character(">"))
        #expect(divider() == 40)
        press(view, .character("<"), .character("<"))
        #expect(divider() == 32)
        press(view, .character("z"))
        #expect(divider() == nil)
        #expect(
            text(view, 80, 24).contains("5 actions") && text(view, 80, 24).contains(ListSession.time(1).dropLast(4))
        )
        press(view, .tab)
        #expect(!text(view, 80, 24).contains("5 actions") && text(view, 80, 24).contains("1 DIFF"))
        press(view, .character("z"))
        #expect(divider() == 32)
    }

    @Test func `A pane scrolls sideways until its last cell, and back`() throws {
        let view = view(try DebugSession(try ListSession().open()))
        press(view, .up, .character("2"))
        func lines() -> [Substring] {
            text(view, 80, 14).split(separator: "\n").compactMap { $0.split(separator: "│ ").last }
        }
        let whole = lines()
        #expect(whole.contains("  ▸ home  {\"title\":\"Home\"}"))
        press(view, .character("L"))
        #expect(lines().contains("  {\"title\":\"Home\"}"))
        #expect(lines()[1] == whole[1])
        press(view, .character("H"))
        #expect(lines() == whole)
        for _ in 0..<50 { press(view, .character("L")) }
        #expect(lines() != whole)
        for _ in 0..<50 { press(view, .character("H")) }
        #expect(lines() == whole)
    }

    @Test func `The help fits 80 by 24 cells, and unknown keys point to it`() throws {
        let view = view(try DebugSession(try ListSession().open()))
        press(view, .character("x"))
        #expect(view.message == "No key x; ? lists the keys")
        press(view, .character("?"))
        let help = text(view, 80, 24)
        for key in DebugKey.all { #expect(help.contains(key.meaning)) }
        #expect(help.contains("Shift to select text.") && !help.contains("more"))
        press(view, .escape)
        _ = view.handle(.mouse(.click, column: 75, row: 0))
        #expect(text(view, 80, 24).contains("Keys  Esc closes"))
        #expect(text(view, 70, 12).contains("lines more"))
        press(view, .end)
        #expect(text(view, 70, 12).contains("Shift to select text."))
        press(view, .character("q"), .character("G"))
        #expect(view.session.at == 5)
        press(view, .character("g"))
        #expect(view.session.at == 0)
        press(view, .character("f"))
        #expect(view.message == "No action here to hide")
    }

    @Test func `Errors are shown at the bottom, and long answers over the panes`() throws {
        let session = try ListSession()
        let view = view(try DebugSession(try session.open()))
        type(view, ":stpe")
        #expect(view.message == "No verb stpe. Did you mean step?")
        type(view, ":99")
        #expect(view.message?.hasPrefix("99 is past the end of the session, 5.") == true)
        type(view, "w at(")
        #expect(view.message?.contains("EXPR") == true)
        type(view, ":2")
        #expect(view.session.at == 2)
        type(view, ":list")
        #expect(text(view, 80, 24).contains("list  Esc closes"))
        press(view, .escape)
        type(view, ":bookmark here a note")
        #expect(try view.session.timeline.session.bookmarks().map(\.name) == ["here"])
        #expect(text(view, 80, 24).contains("(:here)"))
        press(view, .character("?"))
        for key in DebugKey.all { #expect(text(view, 100, 60).contains(key.meaning)) }
    }

    @Test func `A tool with the reducers dispatches an action at the current position`() throws {
        let sample = try DebugSample(seed: 7, count: 30)
        let view = view(try sample.open())
        type(view, ":12")
        type(view, "dAdd {\"value\":{\"id\":99}}")
        #expect(view.message?.hasPrefix("This tool does not have the app's reducers") == true)
        #expect(view.session.at == 12 && view.session.timeline.last == 30)
        try RegisteredApp.$current.withValue(DebugSample.app) {
            press(view, .character("d"), .character("A"), .tab)
            #expect(text(view, 100, 24).contains("dispatch Add"))
            press(view, .escape)
            type(view, "dAdd {\"value\":{\"id\":99}}")
            #expect(view.session.at == 31)
            #expect(view.message == "cursor 30 → 31, on a branch from 12")
            let state = try view.session.timeline.state(at: 31)
            let added = try view.session.timeline.state(at: 12).applying(Patch([.add(["list", "0"], ["id": 99])]))
            #expect(state == added)
            press(view, .left)
            #expect(view.session.at == 12)
            press(view, .character("d"), .enter)
            #expect(view.message == nil && view.session.timeline.last == 31)
        }
    }

    @Test func `Types can be hidden and noise folded, except at the current position`() throws {
        let sample = try DebugSample(seed: 3, count: 40, branches: false)
        let view = view(try sample.open())
        let quiet = ["Loading", "Tick"]
        let fold = sample.actions.indices.dropFirst().first { seq in
            seq + 1 < sample.last && [seq, seq + 1].allSatisfy { quiet.contains(sample.actions[$0].type) }
        }
        let seq = try #require(fold)
        press(view, .home)
        #expect(text(view, 80, 60).contains("\(seq)  …"))
        try view.session.go(to: seq)
        #expect(text(view, 80, 60).contains("»   \(seq < 10 ? " " : "")\(seq)  \(sample.actions[seq].type)"))
        press(view, .character("."))
        #expect(!text(view, 80, 60).contains("\(seq)  …"))
        try view.session.go(to: try #require(sample.actions.firstIndex { $0.type == "Count" }))
        let at = view.session.at
        press(view, .character("f"))
        #expect(view.session.at == at)
        #expect(text(view, 80, 60).contains("Count is hidden, except for the selected action; F shows all"))
        #expect(text(view, 80, 60).contains("40 actions, 1 type hidden"))
        press(view, .down)
        #expect(!text(view, 80, 60).contains("  Count "))
        press(view, .character("F"), .home)
        #expect(text(view, 80, 60).contains("  Count"))
    }

    @Test func `A click goes to an action, and the wheel scrolls`() throws {
        let sample = try DebugSample(seed: 2, count: 900, branches: false)
        let view = view(try sample.open())
        press(view, .character("."))
        let bottom = text(view, 80, 24)
        #expect(bottom.contains("900"))
        for _ in 0..<5 { _ = view.handle(.mouse(.wheelUp, column: 5, row: 5)) }
        #expect(!text(view, 80, 24).contains("» 900"))
        #expect(view.session.at == 900)
        _ = view.handle(.mouse(.click, column: 5, row: 2))
        #expect(view.session.at == 900 - 19 - 15)
        _ = text(view, 80, 24)
        _ = view.handle(.mouse(.click, column: 48, row: 1))
        #expect(view.panes.pane == .state)
        _ = text(view, 80, 24)
        _ = view.handle(.mouse(.click, column: 60, row: 4))
        #expect(view.session.pointer == ["n"])
    }

    @Test func `An empty session shows only its first state`() throws {
        let view = view(try DebugSample(seed: 1, count: 0).open())
        for key in ["1", "2", "3", "4", "5", "n", "[", "]", "B", " ", "f", "c"] as [Character] {
            press(view, .up, .down, .left, .right, .character(key), .escape)
            #expect(text(view, 80, 24).contains("(first state)"))
        }
    }

    @Test(arguments: Thoroughness.first(1, of: 0..<4 as Range<UInt64>))
    func `No keys make a line too long or end the session`(
        seed: UInt64
    ) throws {
        let sample = try DebugSample(seed: seed, count: 400)
        let view = view(try sample.open(), isPainted: true)
        var random = SplitMix64(seed: seed)
        let keys: [TerminalEvent.Key] =
            [.up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .escape, .backspace]
            + "12345hjknNcCuU[]./wfFB?m:g3/日x'*".map { .character($0) }
        for _ in 0..<Thoroughness.count(150, orInFull: 400) {
            switch random.below(8) {
            case 0:
                let mouse = random.pick([TerminalEvent.Mouse.click, .wheelUp, .wheelDown])
                _ = view.handle(.mouse(mouse, column: random.below(170), row: random.below(60)))
            case 1: _ = view.handle(.key(random.pick(keys), hasShift: true))
            default: _ = view.handle(.key(random.pick(keys)))
            }
            let size = TerminalFrame.Size(columns: 10 + random.below(160), rows: 3 + random.below(50))
            let frame = view.frame(size: size)
            #expect((0...sample.last).contains(view.session.at))
            for line in frame.lines {
                #expect(Cells.count(line) <= size.columns)
                #expect(!line.contains("\u{1B}[2J"))
            }
            if let caret = frame.caret { #expect(caret.column < size.columns && caret.row < size.rows) }
        }
    }
}
