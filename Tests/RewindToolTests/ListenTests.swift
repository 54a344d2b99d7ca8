import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import Subprocess
import TestSupport
import Testing

/// Apps in Node with a store like that of Redux DevTools, recorded by `rewind listen`.
@Suite(
    .ownThreads,
    .serialized,
    .enabled(if: Listening.isPossible, "Node is not installed."),
    .timeLimit(.minutes(10))
) struct ListenTests {
    /// A history without actions, as Redux DevTools exports it.
    private static let exported = """
        {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000}},
        "nextActionId":1,"stagedActionIds":[0],"skippedActionIds":[],"currentStateIndex":0,
        "computedStates":[{"state":{"count":100}}],"committedState":{"count":100}}
        """

    /// Waits until the session has an action.
    private func waitForAction(_ seq: Int, in folder: TemporaryFolder, _ name: String) async throws {
        try await waitUntil {
            guard folder.exists(name), let timeline = try? Timeline(opening: folder.file(name)) else { return false }
            defer { timeline.session.close() }
            return timeline.last >= seq
        }
    }

    @Test(arguments: ["14", "20"])
    func `A counter is recorded while it runs, and travels back, with both versions of the client`(
        version: String
    ) async throws {
        let folder = TemporaryFolder()
        let status = try await Listening.run(in: folder) { listening in
            try await listening.app("counter", "PORT", version) { app in
                for _ in 0..<3 { app.send(#"{"type":"INCREMENT"}"#) }
                app.send(#"{"type":"INCREMENT","by":4}"#)
                try await waitForAction(4, in: folder, "counter.rewind")
                let log = try await Tool.run("log", "counter.rewind", in: folder)
                #expect(log.lines.count == 5)
                #expect(log.output.contains("/count 7\n   still being recorded"))

                let undo = try await Tool.run("undo", "counter.rewind", "-n", "2", in: folder)
                #expect(undo.output == "app 4 → 2 of 4\n~ /count  7 → 2\n", "\(undo.errors)")
                try await app.wait(for: #"{"count":2}"#)
                _ = try await Tool.run("redo", "counter.rewind", in: folder)
                try await app.wait(for: #"{"count":3}"#)
                let far = try await Tool.run("goto", "counter.rewind", "start", in: folder)
                #expect(far.status == .exited(0), "\(far.errors)")
                try await app.wait(for: #"{"count":0}"#)
                let nothing = try await Tool.run("undo", "counter.rewind", in: folder)
                #expect(nothing.status != .exited(0))

                // While the store is in the past, its actions follow the last one.
                app.send(#"{"type":"DECREMENT"}"#)
                try await waitForAction(5, in: folder, "counter.rewind")
                let value = try await Tool.run("show", "counter.rewind", "5", "/count", in: folder)
                #expect(value.output == "6\n")
                let dispatch = try await Tool.run(
                    "dispatch",
                    "counter.rewind",
                    #"{"type":"INCREMENT","payload":{"type":"INCREMENT","by":10}}"#,
                    in: folder
                )
                #expect(dispatch.status == .exited(0), "\(dispatch.errors)")
                let last = try await Tool.run("show", "counter.rewind", "6", "/count", in: folder)
                #expect(last.output == "16\n")
                let lock = try await Tool.run("travel", "counter.rewind", "lock", in: folder)
                #expect(lock.status == .exited(0), "\(lock.errors)")
                app.send(#"{"type":"INCREMENT"}"#)
                let refused = try await Tool.run("dispatch", "counter.rewind", #"{"type":"INCREMENT"}"#, in: folder)
                #expect(refused.status != .exited(0))
                let unlock = try await Tool.run("travel", "counter.rewind", "unlock", in: folder)
                #expect(unlock.status == .exited(0), "\(unlock.errors)")

                // Without the action that added 4, the later ones are a branch.
                let toggle = try await Tool.run("travel", "counter.rewind", "toggle", "--action", "4", in: folder)
                #expect(toggle.status == .exited(0), "\(toggle.errors)")
                let shorter = try await Tool.run("show", "counter.rewind", "8", "/count", in: folder)
                #expect(shorter.output == "12\n")
                let back = try await Tool.run("travel", "counter.rewind", "toggle", "--action", "4", in: folder)
                #expect(back.status == .exited(0), "\(back.errors)")
                _ = try await Tool.run("goto", "counter.rewind", "6", in: folder)
                try await app.wait(for: #"{"count":16}"#)
                try folder.write(Data(Self.exported.utf8), to: "state.json")
                let history = try await Tool.run(
                    "travel",
                    "counter.rewind",
                    "import",
                    "--history",
                    "state.json",
                    in: folder
                )
                #expect(history.status == .exited(0), "\(history.errors)")
                try await app.wait(for: #"{"count":100}"#)
                try folder.write(Data("[]".utf8), to: "actions.json")
                let bare = try await Tool.run(
                    "travel",
                    "counter.rewind",
                    "import",
                    "--history",
                    "actions.json",
                    in: folder
                )
                #expect(bare.status == .exited(2))
            }
            try await waitUntil { try listening.lines.last == "counter: disconnected" }
        }
        #expect(status == .exited(0))
        let lines = String(decoding: try folder.read("lines"), as: UTF8.self)
        #expect(lines.contains("counter: recording into counter.rewind\n"))
        #expect(try await Tool.run("verify", "counter.rewind", in: folder).status == .exited(0))
        #expect(!folder.exists("counter.rewind-travel") && !folder.exists("counter.rewind-wal"))
    }

    /// Lets the next dialog for a file return a history of Redux DevTools.
    private static let choosing = """
        HTMLInputElement.prototype.click = function () {
            const files = new DataTransfer()
            const add = { type: 'PERFORM_ACTION', action: { type: 'todos/add', payload: 'tea' }, timestamp: 1 }
            const init = { type: 'PERFORM_ACTION', action: { type: '@@INIT' }, timestamp: 0 }
            files.items.add(new File([JSON.stringify({
                actionsById: { 0: init, 1: add }, stagedActionIds: [0, 1], skippedActionIds: [], currentStateIndex: 1,
                nextActionId: 2, computedStates: [{ state: { items: [], filter: 'all' } }, { state: { items: [] } }],
            })], 'state.json'))
            this.files = files.files
            this.dispatchEvent(new Event('change'))
        }
        """

    @Test(.needsBrowser) func `The inspector makes a to-do app travel back`() async throws {
        let folder = TemporaryFolder()
        try await Listening.run(in: folder, endingWith: .terminate) { listening in
            try await listening.app("todos", "PORT", "20", "To do") { app in
                app.send(#"{"type":"todos/add","payload":"milk"}"#)
                app.send(#"{"type":"todos/add","payload":"bread"}"#)
                app.send(#"{"type":"todos/toggle","payload":0}"#)
                try await waitForAction(3, in: folder, "To-do.rewind")
                try await InspectingTool.run("inspect", ".", "--write", in: folder) { url in
                    try await Browser.run(width: 1_280, isDark: false) { browser in
                        try await browser.open(url)
                        try await browser.wait("document.querySelectorAll('#rows [role=option]').length == 3")
                        try await browser.wait("!!document.querySelector('[data-do=undo]')")
                        try await browser.click("[data-do=undo]")
                        try await app.wait(
                            for:
                                #"{"items":[{"text":"milk","isDone":false},{"text":"bread","isDone":false}],"filter":"all"}"#
                        )
                        try await browser.click("[data-do=redo]")
                        try await app.wait(
                            for:
                                #"{"items":[{"text":"milk","isDone":true},{"text":"bread","isDone":false}],"filter":"all"}"#
                        )
                        try await browser.picture("devtools-todos")
                        // The last action is selected.
                        try await browser.click("[data-do=skip]")
                        try await app.wait(
                            for:
                                #"{"items":[{"text":"milk","isDone":false},{"text":"bread","isDone":false}],"filter":"all"}"#
                        )
                        // A chosen file replaces the history.
                        _ = try await browser.run(Self.choosing)
                        try await browser.click("[data-do=import-history]")
                        try await app.wait(for: #"{"items":[{"text":"tea","isDone":false}],"filter":"all"}"#)
                        // A store that connects later appears.
                        let pill = "document.querySelector('#live').innerText"
                        try await listening.app("counter", "PORT") { other in
                            other.send(#"{"type":"INCREMENT"}"#)
                            let item =
                                "[...document.querySelectorAll('#menu [data-session]')]"
                                + ".find(each => each.innerText.includes('counter'))"
                            let menu = "document.querySelector('[data-do=sessions]')"
                            try await browser.wait("\(item) || void \(menu).click()")
                            try await browser.run("\(item).click()")
                            try await browser.wait("document.querySelectorAll('#rows [role=option]').length == 1")
                            try await browser.wait("\(pill).startsWith('Live')")
                        }
                        // When it has gone, the page says so at once, and does not offer to steer it.
                        try await browser.wait("/^Connection lost, waits [1-6][0-9] s$/.test(\(pill))")
                        try await browser.wait("!document.querySelector('[data-do=undo]')")
                        try await browser.picture("connection-lost")
                        #expect(try await browser.console() == [])
                    }
                }
            }
        }
        #expect(try await Tool.run("verify", "To-do.rewind", in: folder).status == .exited(0))
    }

    @Test func `Requests reach the right one of two apps with one name, of which one has lost its beginning`()
        async throws
    {
        let folder = TemporaryFolder()
        try await Listening.run(in: folder) { listening in
            try await listening.app("counter", "PORT", "20", "counter", "5") { first in
                for _ in 0..<12 { first.send(#"{"type":"INCREMENT"}"#) }
                try await waitForAction(12, in: folder, "counter.rewind")
                try await listening.app("counter", "PORT") { second in
                    second.send(#"{"type":"DECREMENT"}"#)
                    try await waitForAction(1, in: folder, "counter-2.rewind")
                    _ = try await Tool.run("undo", "counter-2.rewind", in: folder)
                    try await second.wait(for: #"{"count":0}"#)
                    try await first.wait(for: #"{"count":12}"#)
                    // Another one at once reaches the first one.
                    _ = try await Tool.run("undo", "counter.rewind", "-n", "3", in: folder)
                    try await first.wait(for: #"{"count":9}"#)
                    let gone = try await Tool.run("goto", "counter.rewind", "1", in: folder)
                    #expect(gone.status != .exited(0))
                    #expect(gone.errors.contains("no longer has the state 1"), "\(gone.errors)")
                    try await second.wait(for: #"{"count":0}"#)
                }
                first.send("reconnect")
                try await first.wait(for: "connected")
                first.send(#"{"type":"INCREMENT"}"#)
                try await waitForAction(13, in: folder, "counter.rewind")
            }
        }
        #expect(try await Tool.run("show", "counter.rewind", "13", "/count", in: folder).output == "13\n")
    }

    @Test func `A killed listener loses nothing that it had, and the app continues in a new file`() async throws {
        let folder = TemporaryFolder()
        let status = try await Listening.run(in: folder, endingWith: .kill) { listening in
            try await listening.app("counter", "PORT") { app in
                for _ in 0..<20 { app.send(#"{"type":"INCREMENT"}"#) }
                try await waitForAction(20, in: folder, "counter.rewind")
            }
        }
        #expect(status == .signaled(9))
        #expect(try await Tool.run("show", "counter.rewind", "20", "/count", in: folder).output == "20\n")
        #expect(try await Tool.run("verify", "counter.rewind", in: folder).status == .exited(0))
        try await Listening.run(in: folder) { listening in
            try await listening.app("counter", "PORT") { app in
                app.send(#"{"type":"INCREMENT"}"#)
                try await waitForAction(1, in: folder, "counter-2.rewind")
            }
        }
        #expect(try await Tool.run("show", "counter.rewind", "20", "/count", in: folder).output == "20\n")
    }

    @Test func `The name of an app writes no control characters to the terminal`() async throws {
        let folder = TemporaryFolder()
        let report =
            #"{"type":"STATE","name":"a\u001b[31m\nb","payload":"#
            + #"{"actionsById":{"0":{"type":"@@INIT"}},"stagedActionIds":[0],"computedStates":[{"state":1}]}}"#
        try await Listening.run(in: folder) { listening in
            let answer = try HTTPExchange(
                """
                POST / HTTP/1.1\r\nHost: localhost:\(listening.port)\r\nContent-Length: \(report.utf8.count)\r
                Connection: close\r\n\r\n\(report)
                """,
                port: listening.port
            )
            #expect(answer.status == 200, "\(answer.body)")
            try await waitUntil { try listening.lines.contains { $0.contains("recording into") } }
            #expect(try listening.lines.contains(#"a\u001b[31m\nb: recording into a-31m-b.rewind"#))
        }
    }

    @Test func `A reducer error is recorded with its action`() async throws {
        let folder = TemporaryFolder()
        try await Listening.run(in: folder) { listening in
            try await listening.app("counter", "PORT") { app in
                app.send(#"{"type":"INCREMENT"}"#)
                app.send(#"{"type":"FAIL"}"#)
                app.send(#"lifted {"type":"LOCK_CHANGES","status":false}"#)
                try await waitForAction(2, in: folder, "counter.rewind")
            }
        }
        let timeline = try Timeline(opening: folder.file("counter.rewind"))
        #expect(try timeline.session.action(2)?.type == "FAIL")
    }

    #if os(Linux)
    @Test(.enabled(if: SmallDisk.isPossible, "File systems cannot be mounted here."))
    func `On a full disk, actions are held and written later`() async throws {
        let (folder, disk) = (TemporaryFolder(), try SmallDisk())
        try await Listening.run(in: folder, sessions: disk.url) { listening in
            try await listening.app("counter", "PORT") { app in
                app.send(#"{"type":"INCREMENT"}"#)
                try await waitUntil { try listening.lines.contains { $0.contains("recording into") } }
                disk.fill()
                for _ in 0..<60 { app.send(#"{"type":"INCREMENT"}"#) }
                try await waitUntil { try listening.lines.contains { $0.contains("cannot be written") } }
                try await app.wait(for: #"{"count":61}"#)
                try disk.empty()
                try await waitUntil { try listening.lines.contains { $0.contains("nothing is missing") } }
                try await waitUntil { try Timeline(opening: disk.url.appending(path: "counter.rewind")).last == 61 }
            }
        }
        let timeline = try Timeline(opening: disk.url.appending(path: "counter.rewind"))
        #expect(timeline.last == 61)
        #expect(try timeline.state(at: 61) == ["count": 61])
        #expect(try listeningLines(folder).count { $0.contains("cannot be written") } == 1)
    }

    private func listeningLines(_ folder: TemporaryFolder) throws -> [Substring] {
        String(decoding: try folder.read("lines"), as: UTF8.self).split(separator: "\n")
    }
    #endif
}
