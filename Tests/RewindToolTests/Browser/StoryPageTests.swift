import Foundation
import TestSupport
import Testing

/// A story told in the pane beside the page.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct StoryPageTests {
    private static let (escape, alt, up) = ("\u{E00C}", "\u{E00A}", "\u{E013}")
    private static let moments =
        "[...document.querySelectorAll('.story-moment')].map(each => each.dataset.moment).join()"

    private func type(_ text: String, into selector: String, _ browser: Browser) async throws {
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        try await browser.run(
            """
            const field = document.querySelector(`\(selector)`);
            field.value = \(json);
            field.dispatchEvent(new Event('input', {bubbles: true}));
            """
        )
    }

    @Test(
        arguments: Thoroughness.first(1, of: [(1_280, false), (400, true), (2_560, true), (1_280, true), (400, false)])
    )
    func `A story is told with a title, notes and an order, and is kept`(width: Int, isDark: Bool) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder, width: width, isDark: isDark) { browser, _ in
            func go(_ seq: Int) async throws {
                try await browser.run("location.hash = 'at=\(seq)'")
                try await browser.wait("document.querySelector('#head').innerText.includes('#\(seq)')")
                try await browser.run("document.querySelector('#list').focus()")
            }
            try await go(60)
            // By key, by button, by menu, and by the button of the pane.
            try await browser.press("s")
            try await browser.wait("document.querySelector('#toast').innerText.includes('#60 is in the story')")
            try await go(63)
            if width > 900 {
                try await browser.click("#head [data-do=story-add]")
            } else {
                try await browser.press("s")
            }
            try await go(61)
            try await browser.run(
                """
                const row = document.querySelector('#row-61');
                const options = {bubbles: true, cancelable: true, clientX: 40, clientY: 300};
                (row ?? document.querySelector('#list')).dispatchEvent(new MouseEvent('contextmenu', options));
                """
            )
            try await browser.click("#menu [data-do=story-add]")
            if width <= 900 { try await browser.click("#composer-toggle") }
            try await browser.wait("\(Self.moments) === '60,61,63'")
            try await browser.run("document.querySelector('#list').focus()")
            try await go(64)
            if width <= 900 { try await browser.click("#story-tab") }
            try await browser.click("#story-add")
            try await browser.wait("\(Self.moments) === '60,61,63,64'")

            try await type("Why the article fails", into: "#story-title", browser)
            try await type("Tapped, and then: an error.", into: "[data-note='63']", browser)
            try await browser.click("[data-raise='63']")
            try await browser.wait("\(Self.moments) === '60,63,61,64'")
            #expect(try await browser.text("document.activeElement.dataset.raise") == "63")
            try await browser.run("document.querySelector(`[data-note='63']`).focus()")
            try await browser.press(Self.alt, Self.up)
            try await browser.run(
                """
                document.activeElement.dispatchEvent(
                    new KeyboardEvent('keydown', {key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true}));
                """
            )
            try await browser.wait("\(Self.moments) === '63,60,61,64'")
            #expect(try await browser.text("document.activeElement.dataset.note") == "63")
            try await browser.click("[data-untell='61']")
            try await browser.wait("\(Self.moments) === '63,60,64'")
            try await browser.picture("story-\(width)-\(isDark ? "dark" : "light")")

            try await browser.reload()
            try await browser.wait("\(Self.moments) === '63,60,64'")
            #expect(try await browser.text("document.querySelector('#story-title').value") == "Why the article fails")
            let note = "document.querySelector(`[data-note='63']`).value"
            #expect(try await browser.text(note) == "Tapped, and then: an error.")
            try await browser.wait("!document.querySelector('#composer').innerText.includes('…')")

            try await browser.click("[data-do=story-preview]")
            try await browser.wait("document.querySelector('#story-preview').open")
            let page = "document.querySelector('#story-preview iframe').contentDocument"
            try await browser.wait("\(page).querySelector('h1')?.innerText === 'Why the article fails'")
            // The styles of the story apply.
            try await browser.wait(
                "\(page).defaultView.getComputedStyle(\(page).querySelector('.moment')).borderRadius === '14px'"
            )
            try await Task.sleep(for: .milliseconds(500))
            try await browser.picture("story-preview-\(width)-\(isDark ? "dark" : "light")")
            try await browser.press(Self.escape)
            try await browser.wait("!document.querySelector('#story-preview').open")
            #expect(try await browser.text("document.activeElement.dataset.do") == "story-preview")

            let kept = ["behavior": "allow", "downloadPath": folder.url.path]
            try await browser.devTools("Browser.setDownloadBehavior", kept)
            try await browser.click("[data-do=story-download]")
            try await waitUntil { folder.isDownloaded("demo-story.html") }
            let story = String(decoding: try folder.read("demo-story.html"), as: UTF8.self)
            #expect(
                story.matches(of: /article class="moment" id="at-(\d+)"/).map { String($0.1) } == ["63", "60", "64"]
            )
            #expect(story.contains("<bdi>Why the article fails</bdi>"))
            #expect(story.contains("story-note\">Tapped, and then: an error.</p>"))
            let command = try await browser.text("document.querySelector('#composer code').innerText")
            let title = "--title 'Why the article fails'"
            let told = "--note '63:Tapped, and then: an error.' --output demo-story.html"
            #expect(command == "rewind export story demo.rewind 63 60 64 \(title) \(told)")
            #expect(try await browser.text("document.documentElement.scrollWidth > innerWidth") == "false")
            let console = try await browser.console()
            #expect(console == [])
        }
    }

    @Test func `A story begins with the bookmarks, and the pane returns the focus`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await browser.run("document.querySelector('#composer-toggle').focus()")
            try await browser.press("\u{E007}")
            try await browser.wait("document.activeElement.id === 'story-title'")
            let state = "document.querySelector('#composer-toggle').getAttribute('aria-expanded')"
            #expect(try await browser.text(state) == "true")
            try await browser.click("[data-do=story-bookmarks]")
            try await browser.wait("\(Self.moments) === '64'")
            try await browser.wait("document.querySelector('.story-type').innerText !== '…'")
            try await browser.click("[data-untell='64']")
            try await browser.wait("document.activeElement.id === 'story-add'")
            try await browser.click("#composer h2 button")
            try await browser.wait("document.querySelector('#composer').hidden")
            try await browser.wait("document.activeElement.id === 'composer-toggle'")
            #expect(try await browser.text(state) == "false")
        }
    }
}
