import Foundation
import Subprocess
import TestSupport
import Testing

/// A page in trouble sends few requests, keeps what it has shown, and shows nothing false.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct UnhappyPathTests {
    /// The shown difference and screen.
    private static let shown = """
        [document.querySelector('#body').innerText,
            document.querySelector('.phone iframe').contentDocument.body.innerText].join('\\n')
        """

    /// Shows two actions, of which the second stays.
    private func showTwoActions(in browser: Browser) async throws {
        for seq in [20, 63] { try await show(seq, in: browser) }
        try await browser.wait("document.querySelector('#body .value-timeline, #body .group')")
    }

    private func show(_ seq: Int, in browser: Browser) async throws {
        try await browser.run("location.hash = 'at=\(seq)'")
        try await browser.wait("document.querySelector('#head').innerText.includes('#\(seq)')")
        try await browser.wait("document.querySelector('#screen-state').innerText.includes('#\(seq)')")
        try await browser.wait("document.querySelector('#row-\(seq)')?.classList.contains('selected')")
        try await settle(browser)
    }

    /// Waits until the requests that a step causes, some of which follow a moment later, have ended.
    private func settle(_ browser: Browser) async throws {
        try await browser.runAsync(
            """
            const ended = () => performance.getEntriesByType('resource').length;
            for (let count = -1, waits = 0; count !== ended() && waits < 20; waits++) {
                count = ended();
                await new Promise(done => setTimeout(done, 700));
            }
            """
        )
    }

    /// Returns the number of requests that the page sends in some seconds.
    private func requests(in seconds: Int, of browser: Browser) async throws -> Int {
        let count = try await browser.runAsync(
            """
            const ask = window.fetch;
            let count = 0;
            window.fetch = (...request) => { count++; return ask(...request); };
            await new Promise(done => setTimeout(done, \(seconds) * 1000));
            window.fetch = ask;
            return count;
            """
        )
        return try #require(count as? Int)
    }

    /// Checks that contents stay and that the page sends at most one request a second.
    private func expectCalm(_ browser: Browser, keeping contents: String) async throws {
        #expect(try await requests(in: 3, of: browser) <= 3)
        #expect(try await browser.text(Self.shown) == contents)
        #expect(try await browser.text(InspectedPage.rows) == "true")
        let thrown = try await browser.console().filter { !$0.contains("Failed to load resource") }
        #expect(thrown == [])
    }

    @Test func `An idle page sends no requests`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await showTwoActions(in: browser)
            try await browser.run("location.hash = 'at=63&pins=/loading/isLoading&history=/articleDetail/error'")
            try await browser.wait("document.querySelector('#body .history')")
            try await settle(browser)
            #expect(try await requests(in: 5, of: browser) == 0)
        }
    }

    @Test(arguments: Thoroughness.first(2, of: [500, 200, 400, 403, 404, 409, 410, 503]))
    func `A refusal is shown in place of what was not loaded`(status: Int) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await showTwoActions(in: browser)
            let contents = try await browser.text(Self.shown)
            let failure = "{\"error\":\"Refused \(status).\",\"hint\":\"Wait.\"}"
            let answer = status == 200 ? "{\"refused\":\(failure)}" : failure
            try await browser.run(
                """
                const ask = window.fetch;
                window.heal = () => { window.fetch = ask; };
                window.fetch = () => Promise.resolve(new Response('\(answer)', {status: \(status)}));
                """
            )
            try await expectCalm(browser, keeping: contents)
            let body = "document.querySelector('#body').innerText"
            // After a 403, no more is asked.
            let refusal = status == 403 ? "/Refused 403[.]|Not loaded[.]/" : "/Refused \(status)[.]/"
            for address in ["at=70", "at=70&tab=state", "at=70&tab=action", "at=70&tab=raw", "at=70&history=/home"] {
                try await browser.run("location.hash = '\(address)'")
                try await browser.wait("\(refusal).test(\(body))")
                try await browser.wait("\(refusal).test(document.querySelector('#stage').innerText)")
                #expect(try await requests(in: 2, of: browser) <= 4, "\(address)")
            }
            try await browser.picture("refused-\(status)")
            #expect(try await browser.text("/undefined|NaN/.test(document.body.innerText)") == "false")
            if status == 403 {
                try await browser.wait("document.querySelector('#banner').innerText.includes('Refused 403.')")
            }
            // An earlier answer still holds if the server is in trouble, but not if it says otherwise.
            try await browser.run("location.hash = 'at=20'")
            if status >= 500 || status == 403 {
                try await browser.wait("document.querySelector('#body .group') && document.querySelector('.phone')")
            } else {
                try await browser.wait("\(refusal).test(\(body))")
            }
            guard status != 403 else { return }
            try await browser.run("heal()")
            try await browser.run("location.hash = 'at=15'")
            try await browser.wait("\(body).includes('+15 in')")
            try await browser.wait("document.querySelector('.phone')")
        }
    }

    @Test(arguments: Thoroughness.first(1, of: ["deleted", "damaged", "emptied"]))
    func `A file that is lost while it is shown stays on the page`(how: String) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await showTwoActions(in: browser)
            let contents = try await browser.text(Self.shown)
            let file = folder.file("demo.rewind")
            if how == "deleted" {
                try FileManager.default.removeItem(at: file)
            } else {
                let handle = try FileHandle(forWritingTo: file)
                let count = try handle.seekToEnd()
                try handle.seek(toOffset: 0)
                try handle.write(contentsOf: Data(repeating: 0x55, count: how == "damaged" ? Int(count) : 1))
                if how == "emptied" { try handle.truncate(atOffset: 0) }
                try handle.close()
            }
            try await browser.wait("!document.querySelector('#banner').hidden")
            try await browser.wait("document.querySelector('#live').innerText.includes('Unreadable')")
            if how == "deleted" {
                let banner = try await browser.text("document.querySelector('#banner').innerText")
                #expect(banner.contains("demo.rewind was deleted or moved.") && !banner.contains("Did you mean"))
            }
            try await expectCalm(browser, keeping: contents)
            try await show(20, in: browser)
            try await browser.wait("document.querySelector('#body .group') && document.querySelector('.phone')")
            try await browser.run("location.hash = 'at=50'")
            try await browser.wait("document.querySelector('#body .note.error')")
            try await settle(browser)
            #expect(try await requests(in: 3, of: browser) <= 3)
            try await browser.picture("lost-\(how)")
        }
    }

    @Test func `An app that is killed while its recording is shown ends as a crash`() async throws {
        let folder = TemporaryFolder()
        let arguments = ["demo", "--live", "--output", "l.rewind"]
        _ = try await Subprocess.run(
            Tool.configuration(arguments, in: folder),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { app in
            try await waitUntil { SideFiles.reached(6, of: "l.rewind", in: folder) }
            try await InspectingTool.run("inspect", "l.rewind", in: folder) { url in
                try await Browser.run { browser in
                    try await browser.open(url)
                    try await browser.wait("document.querySelector('#live').innerText.includes('Live')")
                    try await browser.wait("document.querySelector('.phone')")
                    try await browser.runAsync("await new Promise(done => setTimeout(done, 1500))")
                    let contents = try await browser.text(Self.shown)
                    try app.send(signal: .kill)
                    try await browser.wait("document.querySelector('#live').innerText.includes('Ended by a crash')")
                    try await browser.runAsync("await new Promise(done => setTimeout(done, 1000))")
                    try await expectCalm(browser, keeping: contents)
                    try await browser.picture("killed")
                }
            }
        }
    }
}
