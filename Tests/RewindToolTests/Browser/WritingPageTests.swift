import Foundation
import RewindSession
import RewindTimeline
import Subprocess
import TestSupport
import Testing

/// The inspector with `--write` in use: bookmarks, the cursor, saved files, and a second lane.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct WritingPageTests {
    private static let (escape, control, enter) = ("\u{E00C}", "\u{E009}", "\u{E007}")

    /// Runs `body` with the demo in the page, opened at a place, then checks the console.
    private func showing(
        _ hash: String,
        writing: Bool = true,
        width: Int = 1_280,
        isDark: Bool = false,
        _ body: (Browser, TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try await DemoSession.folder()
        let show = { (url: String) in
            try await Browser.run(width: width, isDark: isDark) { browser in
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                try await browser.open(String(url.prefix { $0 != "?" }) + hash)
                try await browser.wait("document.querySelector('#body').innerText.length > 10")
                try await body(browser, folder)
                let overflow = try await browser.text("document.documentElement.scrollWidth > innerWidth")
                #expect(overflow == "false")
                let console = try await browser.console()
                #expect(console == [])
            }
        }
        if writing {
            try await InspectingTool.run("inspect", "demo.rewind", "--write", in: folder, show)
        } else {
            try await InspectingTool.run("inspect", "demo.rewind", in: folder, show)
        }
    }

    private func bookmarks(_ folder: TemporaryFolder) throws -> [String] {
        let reader = try SessionReader(opening: folder.file("demo.rewind"))
        defer { reader.close() }
        // The demo has a bookmark, which is excluded.
        return try reader.bookmarks().filter { $0.name != "error" }.map { "\($0.name) \($0.seq) \($0.note ?? "-")" }
    }

    private func type(_ text: String, into field: String, _ browser: Browser) async throws {
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        try await browser.run(
            """
            const field = document.querySelector('#dialog [name=\(field)]');
            field.value = \(json);
            field.dispatchEvent(new Event('input', {bubbles: true}));
            """
        )
    }

    @Test func `A bookmark with a note can be set by keys, renamed, found and removed`() async throws {
        try await showing("#at=15") { browser, folder in
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("B")
            try await browser.wait("document.querySelector('#dialog').open")
            try await browser.press("f", "i", "r", "s", "t")
            try await type("here the list <b>comes</b>", into: "note", browser)
            let command = "rewind bookmark demo.rewind first 15 --note 'here the list <b>comes</b>'"
            try await browser.wait("document.querySelector('#dialog-command').innerText === `\(command)`")
            try await browser.picture("bookmark")
            try await browser.press(Self.enter)
            try await browser.wait("!document.querySelector('#dialog').open")
            try await browser.wait("document.querySelector('#row-15')?.innerText.includes('⚑ first')")
            try await browser.wait("document.querySelector('#head').innerText.includes('here the list <b>comes</b>')")
            #expect(try bookmarks(folder) == ["first 15 here the list <b>comes</b>"])

            try await browser.click("[data-mark=first]")
            try await browser.wait("document.querySelector('#dialog').open")
            try await type("second", into: "name", browser)
            try await type("", into: "note", browser)
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#row-15')?.innerText.includes('⚑ second')")
            #expect(try bookmarks(folder) == ["second 15 -"])

            try await browser.click("[data-do=bookmark]")
            try await type("a~1", into: "name", browser)
            try await browser.click("#dialog-send")
            try await browser.wait(
                "document.querySelector('#dialog-error').innerText.includes('A bookmark cannot be named')"
            )
            try await browser.click("#dialog [data-unmark]")
            try await browser.wait("!document.querySelector('#dialog').open")
            try await browser.wait("!(document.querySelector('#row-15')?.innerText ?? '⚑').includes('⚑')")
            #expect(try bookmarks(folder) == [])
        }
    }

    @Test func `A refusal gives the next command with the session's name`() async throws {
        try await showing("#at=15") { browser, folder in
            let hint = try await browser.runAsync(
                Browser.ask + """
                    const headers = {'Content-Type': 'application/json'};
                    const answer = await ask('/api/0/travel', {method: 'POST', headers, body: '{"undo": {"count": 1}}'});
                    return (await answer.json()).refused.hint;
                    """
            )
            #expect(hint as? String == "Move in the session without the app: rewind goto demo.rewind end")
            let pasted = try await Tool.run("goto", "demo.rewind", "end", in: folder)
            #expect(pasted.status == .exited(0))
        }
    }

    @Test func `Hostile names and notes of bookmarks are shown without running`() async throws {
        let name = "</script>\u{202E}<img src=x onerror=window.hit=1>"
        try await showing("#at=15") { browser, folder in
            try await browser.run(
                """
                window.drawn = [];
                const draw = CanvasRenderingContext2D.prototype.fillText;
                CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
                    window.drawn.push(text);
                    return draw.call(this, text, ...place);
                };
                """
            )
            try await browser.press("B")
            try await browser.wait("document.querySelector('#dialog').open")
            try await type(name, into: "name", browser)
            try await type("<svg onload=window.hit=1>" + name, into: "note", browser)
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#head').innerText.includes('onload')")
            try await browser.click("[data-mark]")
            try await browser.wait("document.querySelector('#dialog').open")
            #expect(try await browser.text("window.hit") == "undefined")
            #expect(
                try await browser.text("document.querySelectorAll('#head img, #dialog img, #rows img').length") == "0"
            )
            #expect(try await browser.text("document.querySelector('#head').innerText.includes('\\u202e')") == "false")
            // Canvases obey the characters that change the direction of a text, too.
            try await browser.wait("window.drawn.some(text => text.includes('script'))")
            #expect(try await browser.text("window.drawn.join().includes('\\u202e')") == "false")
            #expect(try bookmarks(folder).count == 1)
        }
    }

    @Test func `The cursor can be moved here, back and forward`() async throws {
        try await showing("#at=40") { browser, folder in
            func cursor() throws -> Int {
                let timeline = try Timeline(opening: folder.file("demo.rewind"))
                defer { timeline.session.close() }
                return try timeline.cursor()
            }
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.wait("document.querySelector('#where').innerText.includes('The cursor is at #83')")
            try await browser.press("c")
            try await browser.wait("document.querySelector('#where').innerText.includes('The cursor is here')")
            try await browser.wait("document.querySelector('#row-40')?.innerText.includes('cursor')")
            #expect(try cursor() == 40)
            try await browser.click("[data-do=cursor-back]")
            try await browser.wait("/at=39(&|$)/.test(location.hash)")
            #expect(try cursor() == 39)
            try await browser.click("[data-do=cursor-on]")
            try await browser.wait("/at=40(&|$)/.test(location.hash)")
            try await browser.picture("cursor")
        }
    }

    @Test(arguments: Thoroughness.first(1, of: [(1_280, false), (1_280, true), (400, false)]))
    func `A re-run without an action is shown as a second lane`(width: Int, isDark: Bool) async throws {
        try await showing("#at=12", width: width, isDark: isDark) { browser, _ in
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("x")
            let bar = "document.querySelector('#what-if').innerText"
            // The next page, and, on the other branch, the reloaded list.
            try await browser.wait("\(bar).includes('2 actions came out differently')")
            try await browser.wait("\(bar).includes('apart from #12 until equal again at #72')")
            try await browser.wait("document.querySelector('#body').innerText.includes('20 out')")
            try await browser.wait(
                "document.querySelector('#command').innerText.includes('rewind replay demo.rewind --skip 12')"
            )
            try await browser.wait("document.querySelector('#row-12')?.classList.contains('skipped')")
            try await browser.wait("document.querySelectorAll('.phone iframe').length === 2")
            try await browser.press("}")
            try await browser.wait("/at=15(&|$)/.test(location.hash)")
            try await browser.wait("document.querySelector('#row-15')?.textContent.includes('differs')")
            try await browser.wait("location.hash.includes('skip=12')")
            try await browser.picture("what-if-\(width)-\(isDark ? "dark" : "light")")
            // Each of two skipped actions can be restored.
            try await browser.press("x")
            try await browser.wait("\(bar).includes('#15')")
            try await browser.click("#what-if [data-skip='12']")
            try await browser.wait("!\(bar).includes('#12 ')")
            try await browser.press(Self.escape)
            try await browser.wait("document.querySelector('#what-if').hidden")
            try await browser.wait("document.querySelectorAll('.phone iframe').length === 1")
        }
    }

    @Test func `The browser saves a state, a part and a test`() async throws {
        try await showing("#at=15", writing: false) { browser, folder in
            let kept = ["behavior": "allow", "downloadPath": folder.url.path]
            try await browser.devTools("Browser.setDownloadBehavior", kept)
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("e")
            try await browser.wait("document.querySelector('#toast').innerText.includes('demo-15.json')")
            try await browser.click("[data-do=action-menu]")
            try await browser.wait("document.querySelector('#menu').innerText.includes('Opened without --write')")
            try await browser.picture("action-menu")
            try await browser.click("[data-do=export-part]")
            try await type("5", into: "from", browser)
            try await browser.wait("document.querySelector('#dialog-note').innerText.includes('11 actions')")
            try await browser.picture("export")
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#toast').innerText.includes('demo-5-15.rewind')")
            try await browser.click("[data-do=action-menu]")
            try await browser.click("[data-do=export-test]")
            try await browser.wait("document.querySelector('#dialog-command').innerText.includes('export test')")
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#toast').innerText.includes('Tests.swift')")
            try await browser.click("[data-do=action-menu]")
            try await browser.click("[data-do=export-html]")
            try await browser.wait(
                "document.querySelector('#dialog-command').innerText.includes('export html demo.rewind 1..15')"
            )
            try await browser.click("#dialog-send")
            try await browser.wait("document.querySelector('#toast').innerText.includes('demo-1-15.html')")
            let names = [
                "demo-15.json", "demo-5-15.rewind", "demo-1-15-Tests.swift", "demo-1-15.html",
            ]
            try await waitUntil { names.allSatisfy(folder.isDownloaded) }
            let state = try await Tool.run("show", "demo.rewind", "15", in: folder).output
            #expect(String(decoding: try folder.read("demo-15.json"), as: UTF8.self) == state)
            #expect(try await Tool.run("verify", "demo-5-15.rewind", in: folder).status == .exited(0))
            let part = try await Tool.run("diff", "demo-5-15.rewind", "15", in: folder).output
            #expect(try await part == Tool.run("diff", "demo.rewind", "15", in: folder).output)
            let source = try await Tool.run("export", "test", "demo.rewind", "1..15", in: folder)
            #expect(String(decoding: try folder.read("demo-1-15-Tests.swift"), as: UTF8.self) == source.output)
        }
    }

    @Test func `Without --write, the page cannot change anything and says so`() async throws {
        try await showing("#at=15", writing: false) { browser, folder in
            let before = try Data(contentsOf: folder.file("demo.rewind"))
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("B")
            try await browser.wait("document.querySelector('#toast').innerText.includes('without --write')")
            try await browser.press("c")
            let shown =
                "document.querySelectorAll('[data-do=bookmark],[data-do=cursor-here],[data-do=cursor-back]').length"
            #expect(try await browser.text(shown) == "0")
            let status = try await browser.runAsync(
                Browser.ask + """
                    const answer = await ask('/api/0/cursor', {method: 'POST', body: '{"to":3}',
                        headers: {'Content-Type': 'application/json'}});
                    return answer.status;
                    """
            )
            #expect(status as? Int == 405)
            #expect(try Data(contentsOf: folder.file("demo.rewind")) == before)
            #expect(try await browser.console().allSatisfy { $0.contains("405") })
        }
    }
}
