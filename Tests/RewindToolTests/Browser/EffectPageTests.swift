import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

/// The effects on the page: the chain of causes, the selected effect, the lane, notes, screenshots, and grouping.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct EffectPageTests {
    private static let (enter, escape) = ("\u{E007}", "\u{E00C}")

    @Test func `An action's header shows its chain, whose links lead to effects and actions`() async throws {
        let folder = TemporaryFolder()
        try CausedSession.write(to: folder.url.appending(path: "a.rewind"))
        try await InspectingTool.run(Tool.url, ["inspect", "a.rewind"], in: folder.url) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelector('#no-timeline').hidden")
                try await browser.click("[data-row='4']")
                try await browser.wait(
                    "document.querySelector('#chain').innerText.replace(/\\s+/g, ' ') "
                        + "== 'TapArticle › GET /items/a1 › SetError'"
                )
                try await browser.click("#chain [data-effect='2']")
                try await browser.wait("location.hash.includes('effect=2') && location.hash.includes('at=3')")
                let text = "document.querySelector('#effect').innerText"
                try await browser.wait("\(text).includes('failed') && \(text).includes('Internal Server Error')")
                #expect(try await browser.text(text).contains("https://qiita.com/api/v2/items/a1"))
                // Once more, or a key, leads to the end.
                try await browser.press("E")
                try await browser.wait("document.querySelector('#playhead-label').innerText == '#3'")
                try await browser.press(Self.escape)
                try await browser.wait("document.querySelector('#effect').hidden")
                try await browser.open(String(url.prefix { $0 != "?" }) + "#at=1&fold=off")
                for (seq, words) in [(1, "nothing caused it"), (5, "? cause unknown"), (6, "? cause lost")] {
                    try await browser.click("[data-row='\(seq)']")
                    try await browser.wait("document.querySelector('#chain').innerText.includes('\(words)')")
                }
                #expect(try await browser.console() == [])
            }
        }
    }

    @Test func `A list that is grouped by cause folds what a tap led to under it`() async throws {
        let folder = TemporaryFolder()
        try CausedSession.write(to: folder.url.appending(path: "a.rewind"))
        try await InspectingTool.run(Tool.url, ["inspect", "a.rewind"], in: folder.url) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelector('#no-timeline').hidden")
                try await browser.click("[data-row='1']")
                try await browser.click("#group")
                try await browser.wait("document.querySelector('#rows').innerText.includes('TapArticle')")
                let rows = "[...document.querySelectorAll('#rows .row')].map(each => each.id).join()"
                #expect(try await browser.text(rows) == "row-1,effect-1,effect-4,effect-5")
                try await browser.click("[data-unfold='effect 1']")
                try await browser.wait("\(rows) == 'row-1,effect-1,row-2,row-3,row-4,effect-4,effect-5'")
                try await browser.run("document.querySelector('#list').focus()")
                for seq in [2, 3, 4, 5] {
                    try await browser.press("j")
                    try await browser.wait("location.hash.includes('at=\(seq)')")
                }
                try await browser.wait("location.hash.includes('group=on')")
                #expect(try await browser.console() == [])
            }
        }
    }

    /// Takes pictures of sessions in the folder `REWIND_EFFECT_SESSIONS`, which are made if they are missing.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["REWIND_EFFECT_SESSIONS"] != nil,
            "Pictures are made where they are asked for."
        ),
        arguments: [(10, 40), (1_000, 5_000), (200_000, 1_000_000)]
    )
    func `Pictures are drawn`(effects: Int, actions: Int) async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(filePath: environment["REWIND_EFFECT_SESSIONS"] ?? "")
        let name = "\(effects).rewind"
        if !FileManager.default.fileExists(atPath: folder.appending(path: name).path) {
            var image = Data()
            try await Browser.run(width: 390, height: 844) { browser in
                let style = "background:linear-gradient(teal,white);font:40px sans-serif"
                try await browser.open("data:text/html,<body style='\(style)'>Articles<h1>Redux</h1>")
                let answer = try await browser.devTools("Page.captureScreenshot", ["format": "jpeg", "quality": 40])
                image = Data(base64Encoded: (answer as? [String: Any])?["data"] as? String ?? "") ?? Data()
            }
            var session = BusySession(actions: actions, effects: effects, image: effects > 10_000 ? Data() : image)
            try session.write(to: folder.appending(path: name))
        }
        let sizes = (environment["REWIND_SIZES"] ?? "400,1280,2560").split(separator: ",").compactMap { Int($0) }
        try await InspectingTool.run(Tool.url, ["inspect", name], in: folder) { url in
            for width in sizes {
                for isDark in [false, true] {
                    let height = width == 400 ? 800 : width == 1_280 ? 800 : 1_300
                    try await Browser.run(width: width, height: height, isDark: isDark) { browser in
                        let end = "\(effects)-\(width)-\(isDark ? "dark" : "light")"
                        try await browser.open(url)
                        let isRead =
                            "document.querySelector('#no-timeline').textContent && "
                            + "document.querySelector('#no-timeline').hidden"
                        try await browser.wait(isRead)
                        let address = String(url.prefix { $0 != "?" })
                        let middle = actions / 2 + 4
                        func picture(_ hash: String, _ name: String) async throws {
                            try await browser.open("\(address)#\(hash)")
                            try await browser.wait(isRead)
                            try await Task.sleep(for: .milliseconds(actions > 100_000 ? 2_500 : 1_200))
                            try await browser.picture("\(name)-\(end)")
                        }
                        try await picture("at=\(middle)&axis=time", "lane-time")
                        let isNarrow = width == 400
                        let near = effects < 100 ? "" : "&zoom=\(middle - 20)..\(middle + 30)"
                        try await picture("at=\(middle)&group=on\(isNarrow ? "&pane=actions" : "")\(near)", "group")
                        try await browser.run("document.querySelector('.group-line')?.click()")
                        try await Task.sleep(for: .milliseconds(400))
                        try await browser.picture("opened-\(end)")
                        try await picture("at=\(middle)&effect=\(effects / 2)\(near)", "effect")
                        try await picture("at=\(middle)&effect=\(effects / 2)&pane=screen&axis=time", "screen")
                        #expect(try await browser.console() == [])
                    }
                }
            }
        }
    }
}
