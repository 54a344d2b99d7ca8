import TestSupport
import Testing

/// Takes the screenshots in the README: `REWIND_SCREENSHOTS=Fixtures/pictures swift test --filter ReadmePictureTests`.
@Suite(
    .ownThreads,
    .serialized,
    .needsBrowser,
    .enabled(if: Thoroughness.isFull(orAskedBy: "REWIND_SCREENSHOTS"), "Pictures are made where they are asked for."),
    .timeLimit(.minutes(10))
) struct ReadmePictureTests {
    @Test(arguments: [false, true])
    func `The picture of an article client with a branch is drawn`(isDark: Bool) async throws {
        let folder = TemporaryFolder()
        let status = try await InspectingTool.run("demo", "--live", "--output", "live.rewind", in: folder) { url in
            try await Browser.run(isDark: isDark, scale: 2) { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelector('#session-name').innerText.includes('6 actions')")
                try await browser.tap("more")
                try await browser.wait("document.querySelector('#session-name').innerText.includes('9 actions')")
                try await browser.tap("open/")
                try await browser.wait("\(Browser.phoneText).includes('Stock')")
                try await browser.tap("back")
                try await browser.wait("document.querySelector('#head').innerText.includes('ArticleDetailReset')")
                try await browser.click("#row-9")
                try await browser.click("[data-do=travel-here]")
                try await browser.wait("document.querySelector('#where').innerText.includes('Click to use')")
                try await browser.tap("more")
                try await browser.wait("document.querySelector('#session-name').innerText.includes('1 branch')")
                try await browser.wait("document.querySelector('#body').innerText.includes('+20 in')")
                try await browser.wait("document.querySelector('#live').innerText.includes('Live')")
                try await browser.picture("live-\(isDark ? "dark" : "light")")
                #expect(try await browser.console() == [])
            }
        }
        #expect(status == 0)
    }

    @Test(arguments: [false, true])
    func `The picture of the history of the screens is drawn`(isDark: Bool) async throws {
        let folder = try await DemoSession.folder()
        let status = try await InspectingTool.run("inspect", "demo.rewind", in: folder) { url in
            try await Browser.run(isDark: isDark, scale: 2) { browser in
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                let address = url.prefix { $0 != "?" }
                try await browser.open(
                    address + "#at=32&history=/navigation/stack&pins=/navigation/stack&pins=/home/articleList"
                )
                try await browser.wait("document.querySelector('#body').innerText.includes('Written by')")
                try await browser.wait("\(Browser.phoneText).includes('Stock')")
                try await browser.wait("document.querySelector('#lanes').innerText.includes('75')")
                try await browser.wait("!document.body.innerText.includes('Reading the actions')")
                try await browser.picture("history-\(isDark ? "dark" : "light")")
                #expect(try await browser.console() == [])
            }
        }
        #expect(status == 0)
    }
}
