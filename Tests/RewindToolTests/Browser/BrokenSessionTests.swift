import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

/// A page whose session or server changes or disappears.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct BrokenSessionTests {

    /// Returns the console messages, except for those about refused requests, which every browser logs.
    private func thrown(in browser: Browser) async throws -> [String] {
        try await browser.console().filter { !$0.contains("Failed to load resource") }
    }

    /// Writes a session of another app than the article client.
    private func write(_ name: String, actions: Int, in folder: TemporaryFolder) throws {
        let writer = try SessionWriter(creating: folder.file(name), facts: ["app": "Counter"], syncs: false)
        try writer.write { transaction in
            var state: Tree = ["count": 0]
            try transaction.setInitialState(state)
            for seq in 1...actions {
                let next: Tree = ["count": .integer(Int64(seq))]
                let patch = next.patch(from: state)
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Increase", patch: patch)
                try transaction.append(record, state: next)
                state = next
            }
        }
        try writer.close()
    }

    @Test func `A deleted session is reported, and its replacement is shown`() async throws {
        let folder = TemporaryFolder()
        // In Japanese, the client starts without a state.
        _ = try await Tool.run("demo", "--language", "ja", in: folder)
        try write("other", actions: 5, in: folder)
        let file = folder.file("demo.rewind")
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await browser.run("location.hash = 'at=1'")
            try await browser.wait("document.querySelector('#body').innerText.includes('whole state')")
            try await browser.run("location.hash = 'at=83'")
            try await browser.wait("document.querySelector('#head').innerText.includes('#83')")
            try FileManager.default.moveItem(at: file, to: folder.file("elsewhere.rewind"))
            try await browser.wait("document.querySelector('#banner').innerText.includes('was deleted or moved')")
            try await browser.wait("document.querySelector('#live').innerText.includes('Unreadable')")
            try await browser.run("location.hash = 'at=1'")
            try await browser.wait("document.querySelector('#body').innerText.includes('whole state')")
            try FileManager.default.moveItem(at: folder.file("other"), to: file)
            try await browser.wait("document.querySelector('#banner').hidden")
            try await browser.wait("document.querySelector('#toast').innerText.includes('replaced')")
            try await browser.wait(
                "document.querySelector('#session-name').innerText.includes('Counter · 5 actions')"
            )
            try await browser.wait("document.querySelector('#rows').innerText.includes('Increase')")
            try await browser.click("#row-2")
            try await browser.wait("document.querySelector('#body').innerText.includes('count')")
            // The tool has no screens for this app, so the slices are shown instead.
            try await browser.wait("document.querySelector('#stage').innerText.includes('count')")
            try await browser.picture("replaced")
            let thrown = try await thrown(in: browser)
            #expect(thrown == [])
        }
    }

    @Test(arguments: Thoroughness.first(2, of: 1...6 as ClosedRange<UInt64>))
    func `A session damaged while shown gives error messages, and the page stays usable`(seed: UInt64) async throws {
        let folder = try await DemoSession.folder()
        let file = folder.file("demo.rewind")
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            var random = SplitMix64(seed: seed)
            var bytes = try Data(contentsOf: file)
            for _ in 0..<(seed == 1 ? 1 : 40) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes.replaceSubrange(place..<min(place + 200, bytes.count), with: Data(count: 200))
            }
            if seed == 6 { bytes = bytes.prefix(bytes.count / 2) }
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: bytes)
            try handle.truncate(atOffset: UInt64(bytes.count))
            try handle.close()
            for seq in [70, 3, 40, 12] {
                for tab in ["diff", "state", "action", "raw"] {
                    try await browser.run("location.hash = 'at=\(seq)&tab=\(tab)'")
                    // Some text is shown, if only a message.
                    try await browser.wait("document.querySelector('#body').innerText.trim().length > 3")
                }
            }
            #expect(try await browser.text("document.querySelectorAll('#tabs [role=tab]').length") == "4")
            let thrown = try await thrown(in: browser)
            #expect(thrown == [])
        }
    }

    @Test func `A damaged action has a command to copy and a way back`() async throws {
        let folder = try await DemoSession.folder()
        try SQL.execute("UPDATE action SET patch = '[{' WHERE seq = 36", in: folder.file("demo.rewind"))
        try await InspectingTool.run("inspect", "demo.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.open(url.prefix { $0 != "?" } + "#at=36")
                try await browser.wait("document.querySelector('#body .note').innerText.includes('damaged')")
                try await browser.wait("document.querySelector('#head').innerText.includes('#36')")
                let command = "document.querySelector('#body [data-copy]').dataset.copy"
                #expect(try await browser.text(command) == "rewind verify demo.rewind")
                try await browser.click("#body [data-go='35']")
                try await browser.wait("/at=35(&|$)/.test(location.hash)")
                try await browser.wait("document.querySelector('#body .group')")
                let thrown = try await thrown(in: browser)
                #expect(thrown == [])
            }
        }
    }

    @Test func `A session whose actions cannot be read says so, and asks no more`() async throws {
        let folder = TemporaryFolder()
        _ = try await Tool.run("demo", in: folder)
        try SQL.execute("DELETE FROM action WHERE seq = 40", in: folder.file("demo.rewind"))
        try await InspectingTool.run("inspect", "demo.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                let reason = "demo.rewind is damaged: action 40 is missing."
                try await browser.wait("document.querySelector('#banner').innerText.startsWith('\(reason)')")
                try await browser.wait("document.querySelector('#no-timeline').innerText.includes('cannot be read')")
                try await browser.picture("actions-missing")
                let count = try await browser.runAsync(
                    """
                    const count = () => performance.getEntriesByType('resource').length;
                    await new Promise(done => setTimeout(done, 1000));
                    const before = count();
                    await new Promise(done => setTimeout(done, 2000));
                    return count() - before;
                    """
                )
                #expect(count as? Int == 0)
                let thrown = try await thrown(in: browser)
                #expect(thrown == [])
            }
        }
    }

    @Test func `A server that ends is reported, and loaded contents stay`() async throws {
        let folder = try await DemoSession.folder()
        try await Browser.run { browser in
            var address = ""
            let status = try await InspectingTool.run("inspect", "demo.rewind", "--port", "0", in: folder) { url in
                address = String(url.prefix { $0 != "?" })
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                for seq in [20, 63] {
                    try await browser.run("location.hash = 'at=\(seq)'")
                    try await browser.wait("document.querySelector('#head').innerText.includes('#\(seq)')")
                    try await browser.wait("document.querySelector('#screen-state').innerText.includes('#\(seq)')")
                    try await browser.wait("/at=\(seq)(&|$)/.test(location.hash)")
                }
                try await browser.wait("document.querySelector('#body').innerText.includes('error')")
            }
            #expect(status == 0)
            try await browser.wait("document.querySelector('#live').innerText.includes('Disconnected')")
            try await browser.wait("document.querySelector('#banner').innerText.includes('does not answer')")
            // What was seen is there, and what was not is not claimed.
            try await browser.run("location.hash = 'at=20'")
            try await browser.wait("document.querySelector('#head').innerText.includes('#20')")
            try await browser.wait("document.querySelector('#body .group') && document.querySelector('.phone')")
            try await browser.run("location.hash = 'at=50'")
            try await browser.wait("document.querySelector('#head').innerText.includes('not loaded')")
            try await browser.wait("document.querySelector('#body').innerText.includes('Not loaded.')")
            try await browser.wait(InspectedPage.rows)
            try await browser.picture("disconnected")
            let requests = try await browser.runAsync(
                """
                const count = () => performance.getEntriesByType('resource').length;
                const before = count();
                await new Promise(done => setTimeout(done, 4000));
                return count() - before;
                """
            )
            #expect(try #require(requests as? Int) <= 4)

            // Another server on the same port has another token.
            let port = try #require(URL(string: address)?.port)
            try FileManager.default.removeItem(at: folder.file(".config/rewind/inspect-token"))
            try await InspectingTool.run("inspect", "demo.rewind", "--port", "\(port)", in: folder) { url in
                let isDenied = "document.querySelector('#banner').innerText.includes('The token is another one now')"
                try await browser.wait(isDenied)
                try await browser.wait("!document.querySelector('#banner button')")
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                try await browser.wait("document.querySelector('#banner').hidden")
            }
            let thrown = try await thrown(in: browser)
            #expect(thrown == [])
        }
    }

    @Test func `A refused question is not repeated`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            let count = try await browser.runAsync(
                """
                const ask = window.fetch;
                let count = 0;
                window.fetch = (address, request) => {
                    if (!address.includes('/history')) return ask(address, request);
                    count++;
                    return Promise.resolve(new Response('{"error":"Damaged.","hint":""}', {status: 500}));
                };
                location.hash = 'at=30&history=/loading/isLoading';
                await new Promise(done => setTimeout(done, 2500));
                return count;
                """
            )
            #expect(try #require(count as? Int) <= 3)
            try await browser.wait("document.querySelector('#body').innerText.includes('Damaged.')")
        }
    }

    @Test func `After a crash, states are recovered as on the command line`() async throws {
        let folder = TemporaryFolder()
        _ = try await Tool.run("demo", "--crash", "--output", "crash.rewind", in: folder)
        // The number of effects that a crash leaves unwritten varies.
        let lost = "WHERE seq BETWEEN 26 AND 29"
        let sql = "UPDATE action SET patch = NULL \(lost); DELETE FROM change \(lost)"
        try SQL.execute(sql, in: folder.file("crash.rewind"))
        let before = try Data(contentsOf: folder.file("crash.rewind"))
        try await InspectedPage.show("crash.rewind", in: folder) { browser, _ in
            let screen = "document.querySelector('iframe')?.contentDocument?.body.innerText"
            try await browser.run("location.hash = 'at=29'")
            try await browser.wait("document.querySelector('#head').innerText.includes('recovered')")
            try await browser.wait("document.querySelector('#row-29').innerText.includes('recovered')")
            try await browser.wait("document.querySelector('#body .group .added')")
            try await browser.wait("\(screen)?.includes('A trait switches dependencies')")
            // The action during which the app ended has no effect.
            try await browser.run("location.hash = 'at=30'")
            try await browser.wait("document.querySelector('.veil')?.innerText.includes('#29')")
            try await browser.wait("\(screen)?.includes('A trait switches dependencies')")
            try await browser.picture("crash")
            // A what-if does not claim that unknown effects are the same.
            try await browser.run("location.hash = 'at=30&skip=20'")
            try await browser.wait("document.querySelector('#what-if').innerText.includes('unknown effect')")
            let claims = "document.querySelector('#what-if').innerText.includes('every other action')"
            #expect(try await browser.text(claims) == "false")
            let thrown = try await thrown(in: browser)
            #expect(thrown == [])
        }
        #expect(try Data(contentsOf: folder.file("crash.rewind")) == before)
    }
}
