import Foundation
import Testing

/// Apps in separate processes, steered by the tool.
@Suite(.serialized) struct SteeringTests {
    /// A running app that records a session.
    private final class App {
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private var unread = Data()

        init(_ name: String, _ arguments: String..., in folder: URL) throws {
            process.executableURL = OwnToolTests.executable(named: name)
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        func send(_ text: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        }

        /// Returns the next state that the app prints.
        func state() throws -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread = Data(unread[unread.index(after: end)...]) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { return nil }
                unread += more
            }
        }

        /// Closes its input. Returns its exit status.
        func close() throws -> Int32 {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            return process.terminationStatus
        }

        func kill() {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        func signal(_ signal: Int32) {
            Foundation.kill(process.processIdentifier, signal)
        }
    }

    private static func travel(_ arguments: String..., in folder: URL) throws -> (status: Int32, output: String) {
        let moves = ["undo", "redo", "goto", "dispatch"]
        let words = moves.contains(arguments[0]) ? [arguments[0], "a.rewind"] + arguments.dropFirst() : nil
        return try OwnToolTests.run(words ?? ["travel", "a.rewind"] + arguments, in: folder)
    }

    /// Starts the counter app and waits until it has counted to four.
    private static func counter(_ arguments: String..., in folder: URL) throws -> App {
        let app = try App("counter-app", "a.rewind", arguments.joined(), in: folder)
        try app.send("\n\n\n\n")
        for count in 0...4 { #expect(try app.state() == "\(count) ") }
        return app
    }

    @Test func `An app that has opened its travel can be undone, moved and dispatched to`() throws {
        try OwnToolTests.temporary { folder in
            let app = try Self.counter("open", in: folder)
            var answer = try Self.travel("status", in: folder)
            #expect(answer.output == "app at 4\naccepts Decrease, Increase, Note\n")
            answer = try Self.travel("undo", "-n", "3", in: folder)
            #expect(answer.output == "app 4 → 1 of 4\n~ /count  4 → 1\n")
            #expect(try app.state() == "1 ")
            answer = try Self.travel("redo", in: folder)
            #expect(answer.output == "app 1 → 2 of 4\n~ /count  1 → 2\n")
            #expect(try app.state() == "2 ")
            answer = try Self.travel("goto", "end~1", in: folder)
            #expect(answer.output == "app 2 → 3 of 4\n~ /count  2 → 3\n")
            #expect(try app.state() == "3 ")
            _ = try Self.travel("goto", "cursor~2", in: folder)
            #expect(try app.state() == "1 ")
            answer = try Self.travel("dispatch", #"{"type":"Note","payload":{"text":"from outside"}}"#, in: folder)
            #expect(answer.output == "app 1 → 5\n~ /note  \"\" → \"from outside\"\n")
            #expect(try app.state() == "1 from outside")
            // The user's next action continues from there.
            try app.send("\n")
            #expect(try app.state() == "2 from outside")
            answer = try Self.travel("undo", "--json", in: folder)
            let change = #"{"changes":[{"new":1,"old":2,"op":"replace","pointer":"/count"}],"from":6,"#
            #expect(answer.output.hasPrefix(change))
            #expect(try app.state() == "1 from outside")
            #expect(try app.close() == 0)
            let show = try OwnToolTests.run(["show", "a.rewind", "--json"], in: folder)
            #expect(show.output.hasPrefix(#"{"count":1,"note":"from outside"}"#))
            #expect(try OwnToolTests.run(["verify", "a.rewind"], in: folder).status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.rewind"])
            answer = try Self.travel("pause", in: folder)
            #expect(answer.status == 2)
            #expect(answer.output.hasPrefix("Error: No app is recording "))
        }
    }

    @Test func `An app can be played and locked, and refuses actions that it has not opened`() throws {
        try OwnToolTests.temporary { folder in
            let app = try Self.counter("open", in: folder)
            _ = try Self.travel("goto", "start", in: folder)
            #expect(try app.state() == "0 ")
            let play = try Self.travel("play", "--speed", "100", in: folder)
            #expect(play.output == "app at 0 of 4, playing\n")
            for count in 1...4 { #expect(try app.state() == "\(count) ") }
            #expect(try Self.travel("lock", in: folder).output == "app at 4, locked\n")
            _ = try Self.travel("undo", in: folder)
            #expect(try app.state() == "3 ")
            let locked = try Self.travel("dispatch", #"{"type":"Increase"}"#, in: folder)
            #expect(locked.status == 2)
            #expect(locked.output.hasPrefix("Error: The store is in the past and locked.\nHint: "))
            #expect(try Self.travel("unlock", in: folder).output == "app at 3 of 4\n")
            let refused: [([String], Int32, String)] = [
                (
                    ["dispatch", "a.rewind", #"{"type":"Delete"}"#], 2,
                    "The app has not opened actions of the type Delete, "
                ),
                (
                    ["dispatch", "a.rewind", #"{"type":"Note","payload":{}}"#], 2,
                    "The payload does not decode as Note: /text is missing."
                ),
                (["dispatch", "a.rewind", "Increase", "{"], 2, "\"Increase {\" is not an action."),
                (["goto", "a.rewind", "99"], 2, "99 is past the end of the session, 4."),
                (["redo", "a.rewind", "-n", "0"], 64, "-n must be at least 1."),
                (
                    ["travel", "a.rewind", "pause", "--speed", "2"], 64,
                    "Only play takes --speed."
                ),
            ]
            for (arguments, status, message) in refused {
                let answer = try OwnToolTests.run(arguments, in: folder)
                #expect(answer.status == status)
                #expect(answer.output.hasPrefix("Error: " + message))
            }
            _ = try Self.travel("redo", in: folder)
            let end = try Self.travel("redo", in: folder)
            #expect(end.status == 1)
            #expect(end.output == "Note: There is nothing to redo.\nHint: Go back:\n  rewind undo a.rewind\n")
            #expect(try app.close() == 0)
        }
    }

    @Test func `An app that has not opened its travel cannot be steered`() throws {
        try OwnToolTests.temporary { folder in
            let app = try Self.counter(in: folder)
            for verb in ["status", "lock", "play"] {
                let answer = try Self.travel(verb, in: folder)
                #expect(answer.status == 2)
                #expect(answer.output.hasPrefix("Error: The app recording "))
                #expect(answer.output.contains(" does not accept travel commands.\nHint: "))
            }
            try app.send("\n")
            #expect(try app.state() == "5 ")
            #expect(try app.close() == 0)
        }
    }

    @Test func `A killed app is distinguished from a suspended one, and its files are removed`() throws {
        try OwnToolTests.temporary { folder in
            let app = try Self.counter("open", in: folder)
            app.signal(SIGSTOP)
            let suspended = try Self.travel("pause", "--timeout", "0.3", in: folder)
            #expect(suspended.status == 2)
            let message = "Error: The app did not answer within 0.3 seconds, and no longer will.\n"
            #expect(suspended.output.hasPrefix(message))
            app.signal(SIGCONT)
            #expect(try Self.travel("status", in: folder).output.hasPrefix("app at 4\n"))
            app.kill()
            let gone = try Self.travel("pause", in: folder)
            #expect(gone.status == 2)
            #expect(gone.output.contains("ended without closing it.\nHint: "))
            #expect(try OwnToolTests.run(["verify", "a.rewind"], in: folder).status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.rewind"])
        }
    }

    /// Opens the session in the inspector, in a browser.
    private static func inspect(in folder: URL, _ body: (Browser) async throws -> Void) async throws {
        let tool = OwnToolTests.executable(named: "my-rewind")
        let status = try await InspectingTool.run(tool, ["inspect", "a.rewind", "--write"], in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelector('#row-4')")
                try await body(browser)
                let console = try await browser.console()
                #expect(console == [])
            }
        }
        #expect(status == 0)
    }

    @Test(.needsBrowser)
    func `An app that has opened its travel can be undone, moved and dispatched to from the page`() async throws {
        try await OwnToolTests.temporary { folder in
            let app = try Self.counter("open", in: folder)
            defer { app.kill() }
            try await Self.inspect(in: folder) { browser in
                try await browser.click("[data-do=undo]")
                #expect(try app.state() == "3 ")
                try await browser.wait("document.querySelector('#row-3[aria-selected=true]')")
                try await browser.click("#row-1")
                try await browser.click("[data-do=travel-here]")
                #expect(try app.state() == "1 ")
                try await browser.click("[data-do=redo]")
                #expect(try app.state() == "2 ")
                try await browser.click("[data-do=dispatch]")
                try await browser.wait("document.querySelector('#action-type')?.list.options.length == 3")
                try await browser.run(
                    """
                    const type = document.querySelector('#action-type');
                    type.value = 'Note';
                    type.dispatchEvent(new Event('change', {bubbles: true}));
                    document.querySelector('#action-payload').value = '{"text": 1}';
                    """
                )
                try await browser.click("#dialog-send")
                try await browser.wait("document.querySelector('#dialog-error')?.innerText.includes('/text')")
                try await browser.run(
                    #"document.querySelector('#action-payload').value = '{"text": "from the page"}'"#
                )
                try await browser.click("#dialog-send")
                #expect(try app.state() == "2 from the page")
                try await browser.wait("document.querySelector('#row-5[aria-selected=true]')")
                try await browser.wait("document.querySelector('#session-name').innerText.includes('1 branch')")
            }
            #expect(try app.close() == 0)
            #expect(try OwnToolTests.run(["verify", "a.rewind"], in: folder).status == 0)
        }
    }

    @Test(.needsBrowser)
    func `An app that has not opened its travel cannot be steered from the page`() async throws {
        try await OwnToolTests.temporary { folder in
            let app = try Self.counter(in: folder)
            defer { app.kill() }
            try await Self.inspect(in: folder) { browser in
                try await browser.wait("document.querySelector('#live').innerText.includes('Live')")
                #expect(
                    try await browser.text("document.querySelectorAll('[data-do=undo], [data-do=dispatch]').length")
                        == "0"
                )
                let answer = try await browser.runAsync(
                    Browser.ask + """
                        const answer = await ask('/api/0/travel', {method: 'POST', body: '{"undo": {"count": 1}}',
                            headers: {'Content-Type': 'application/json'}});
                        return `${answer.status} ${(await answer.json()).refused.error}`;
                        """
                )
                let text = try #require(answer as? String)
                #expect(text.contains("does not accept travel commands"))
            }
            try app.send("\n")
            #expect(try app.state() == "5 ")
            #expect(try app.close() == 0)
        }
    }

    @Test(arguments: ["main-actor-5", "main-actor-6"])
    func `Apps on the main actor can be steered`(app name: String) throws {
        try OwnToolTests.temporary { folder in
            let app = try App(name, "open", "a.rewind", in: folder)
            defer { app.kill() }
            while try Self.travel("status", in: folder).status != 0 {}
            #expect(try Self.travel("goto", "2", in: folder).output.hasPrefix("app 8 → 2 of 8\n"))
            let answer = try Self.travel("dispatch", #"{"type":"Tag","payload":{"tags":["z"]}}"#, in: folder)
            #expect(answer.output.hasPrefix("app 2 → 9\n"))
            let tags = try OwnToolTests.run(["show", "a.rewind", "9", "/tags", "--json"], in: folder)
            #expect(tags.output == #"["a","b","c","z"]"# + "\n")
            #expect(try app.close() == 0)
        }
    }
}
