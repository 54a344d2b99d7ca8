import Foundation
import Subprocess
import TestSupport
import Testing

/// The inspector in use: the tool, a real browser, keys and clicks.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct InspectorPageTests {
    private static let escape = "\u{E00C}"
    private static let (left, right, home) = ("\u{E012}", "\u{E014}", "\u{E011}")

    /// Checks that the console has no messages.
    private func expectQuiet(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let console = try await browser.console()
        #expect(console == [], sourceLocation: sourceLocation)
    }

    @Test(
        arguments: Thoroughness.first(
            2,
            of: [(1_280, 800, false), (400, 800, true), (1_600, 900, true), (400, 800, false)]
        )
    )
    func `The demo is shown at every size and in both themes`(width: Int, height: Int, isDark: Bool) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder, width: width, height: height, isDark: isDark) {
            browser,
            url in
            // The token is no longer in the address.
            #expect(try await browser.text("location.href").contains("token") == false)
            let address = String(url.prefix { $0 != "?" })
            try await browser.open(address + "#at=15")
            try await browser.wait(
                "document.querySelector('#head').innerText.includes('HomeMoreArticleResult')"
            )
            try await browser.wait("document.querySelector('#body').innerText.includes('+15 in')")
            try await browser.wait(
                "document.querySelector('#command').innerText.includes('rewind diff demo.rewind 15')"
            )
            let overflow = try await browser.text("document.documentElement.scrollWidth > innerWidth")
            #expect(overflow == "false")
            try await browser.picture("demo-\(width)-\(isDark ? "dark" : "light")")
            try await expectQuiet(browser)
        }
    }

    @Test func `Keys step, clicks show a value's writer, and a filter narrows the list`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, url in
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press(Self.home)
            try await browser.wait("location.hash.includes('at=1')")
            for _ in 1..<12 { try await browser.press(Self.right) }
            try await browser.wait("/at=12(&|$)/.test(location.hash)")
            try await browser.press(Self.left)
            try await browser.wait("/at=11(&|$)/.test(location.hash)")
            try await browser.press("2")
            try await browser.wait("document.querySelector('[role=tree]')")
            try await browser.press("1")

            let address = String(url.prefix { $0 != "?" })
            try await browser.open(address + "#at=63")
            try await browser.wait("document.querySelector('#head').innerText.includes('ArticleDetailError')")
            try await browser.wait("document.querySelector('#body [data-p=\"/articleDetail/error\"]')")
            try await browser.click("#body [data-p=\"/articleDetail/error\"]")
            try await browser.wait("document.querySelector('#popover').innerText.includes('#63')")
            try await browser.press("h")
            try await browser.wait("document.querySelector('#body').innerText.includes('ArticleDetailReset')")
            try await browser.picture("history")
            try await browser.press(Self.escape)

            try await browser.press("/")
            try await browser.press("p", "u", "s", "h")
            try await browser.wait("document.querySelector('#count').innerText.startsWith('5 of 83')")
            try await expectQuiet(browser)
        }
    }

    @Test func `The first difference, search hits and a low page can be read`() async throws {
        let folder = TemporaryFolder()
        // In Japanese, the client starts without a state.
        _ = try await Tool.run("demo", "--language", "ja", in: folder)
        try await InspectingTool.run("inspect", "demo.rewind", in: folder) { url in
            // A window of 1280 by 800 at a zoom of 200 %.
            try await Browser.run(width: 640, height: 400, scale: 2) { browser in
                try await browser.open(url)
                try await browser.wait(InspectedPage.rows)
                #expect(try await browser.text("document.querySelector('#body').clientHeight > 200") == "true")
                try await browser.picture("low")
                try await browser.run("location.hash = 'at=1'")
                // The difference that was shown before has other signs.
                let signs = "[...document.querySelectorAll('#body .line > .sign')].map(each => each.innerText).join('')"
                try await browser.wait("/^[+]{15,}$/.test(\(signs))")
                try await browser.wait("document.querySelector('#body').innerText.includes('articleDetail')")
                #expect(try await browser.text("document.querySelector('#body').innerText.includes('null')") == "false")
            }
            for width in [1_280, 400] {
                try await Browser.run(width: width) { browser in
                    try await browser.open(url)
                    try await browser.wait(InspectedPage.rows)
                    try await browser.run("document.querySelector('#find').focus()")
                    try await browser.press("e", "r", "r", "o", "r")
                    try await browser.wait("document.querySelectorAll('.hit mark').length > 5")
                    // Each mark is in the visible part of its line.
                    let cut = """
                        [...document.querySelectorAll('.hit mark')].filter(mark =>
                            mark.getBoundingClientRect().right > mark.parentElement.getBoundingClientRect().right).length
                        """
                    #expect(try await browser.text(cut) == "0")
                    try await browser.picture("search-\(width)")
                    // The screen is visible only with its pane.
                    try await browser.wait("document.querySelector('.phone iframe').isReady")
                    let visibility = "getComputedStyle(document.querySelector('.phone iframe')).visibility"
                    #expect(try await browser.text(visibility) == (width == 400 ? "hidden" : "visible"))
                }
            }
        }
    }

    @Test func `Lists, states, payloads and the history of an object say what changed`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            let body = "document.querySelector('#body').innerText"
            try await browser.run("location.hash = 'at=9'")
            try await browser.wait(
                "document.querySelector('#row-9')?.innerText.includes('articleList +20 items')"
            )
            try await browser.run("location.hash = 'at=9&tab=action'")
            try await browser.wait("document.querySelectorAll('.payload details:not([open])').length >= 20")
            try await browser.run("location.hash = 'at=72&tab=state'")
            try await browser.wait("\(body).includes('was [75 items]')")
            try await browser.run("location.hash = 'at=72&history=/home'")
            try await browser.wait("/changed\\s+isRefresh/.test(\(body))")
            try await browser.run("location.hash = 'at=72&history=/nowhere'")
            try await browser.wait("\(body).includes('No action on this branch')")
            // The clock does not need the list.
            try await browser.run("location.hash = 'at=63&filter=nothing+at+all'")
            try await browser.wait("/^\\d\\d:\\d\\d$/.test(document.querySelector('.clock')?.textContent)")
            try await browser.run("document.querySelector('#filter').focus()")
            try await browser.press(Self.escape)
            try await browser.wait("document.querySelector('#count').innerText.startsWith('83 actions')")
            // A clicked button does not take the keys of the player.
            try await browser.run("location.hash = 'at=20'")
            try await browser.click("[data-speed='4']")
            try await browser.press(" ")
            try await browser.wait("document.querySelector('#play').getAttribute('aria-label') === 'Pause'")
            try await browser.press(" ")
            try await browser.click("#stop-button")
            try await browser.press("(", "\u{E007}")
            try await browser.wait("document.querySelector('#toast').innerText.length > 10")
            try await browser.picture("small")
        }
    }

    @Test func `The browser goes back over jumps, not over steps`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press(Self.home)
            for seq in 2...3 {
                try await browser.press(Self.right)
                try await browser.wait("/at=\(seq)(&|$)/.test(location.hash)")
            }
            try await browser.press("b")
            try await browser.wait("/at=64(&|$)/.test(location.hash)")
            try await browser.goBack()
            try await browser.wait("/at=3(&|$)/.test(location.hash)")
            try await browser.wait("document.querySelector('#row-3[aria-selected=true]')")
            // From before the first jump.
            try await browser.goBack()
            try await browser.wait("document.querySelector('#row-83[aria-selected=true]')")
        }
    }

    @Test func `The search field goes to what it offers, marks what it found, and keys can be turned off`() async throws
    {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            func search(_ text: String, offers: String) async throws {
                try await browser.run(
                    "document.querySelector('#find').focus(); document.querySelector('#find').select()"
                )
                for character in text { try await browser.press(String(character)) }
                try await browser.wait("document.querySelector('#hits .hit.on')?.innerText.includes('\(offers)')")
                try await browser.press("\u{E007}")
            }
            try await search("#63", offers: "Go to #63")
            try await browser.wait("/at=63(&|$)/.test(location.hash)")
            try await search("/home/pageNumber", offers: "History of")
            try await browser.wait("location.hash.includes('history=/home/pageNumber')")
            // The first find is the outcome of the effect.
            try await search("request failed", offers: "62")
            try await browser.wait("/at=62(&|$)/.test(location.hash)")
            try await browser.press("\u{E033}")
            try await browser.wait("document.querySelector('#body').innerText.includes('http_500')")
            try await browser.wait("CSS.highlights.get('found')?.size > 0")
            try await search("single keys", offers: "Turn single keys")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("2")
            #expect(try await browser.text("location.hash.includes('tab=state')") == "false")
            try await search("hide the screen", offers: "Show or hide the screen")
            try await browser.wait("getComputedStyle(document.querySelector('.screen')).display === 'none'")
        }
    }

    @Test func `A pane has the width that a key gives it, and a long press on the phone is no click`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            let width = "document.querySelector('.actions').offsetWidth"
            let before = Int(try await browser.text(width)) ?? 0
            try await browser.run("document.querySelector('[data-splitter=left]').focus()")
            try await browser.press(Self.right)
            try await browser.wait("\(width) === \(before + 16)")
            try await browser.reload()
            try await browser.wait("\(width) === \(before + 16)")
            try await browser.wait(
                "document.querySelector('.phone iframe')?.contentDocument?.querySelector('[data-p]')"
            )
            let asked = try await browser.runAsync(
                """
                let count = 0;
                document.querySelector('#stage').addEventListener('ask', () => { count++; });
                const target = document.querySelector('.phone iframe').contentDocument.querySelector('[data-p]');
                const send = type => target.dispatchEvent(new Event(type, {bubbles: true, cancelable: true}));
                send('touchstart');
                await new Promise(done => setTimeout(done, 650));
                send('touchend');
                send('click');
                const pressed = count;
                send('touchstart');
                send('touchend');
                send('click');
                return `${pressed} ${count}`;
                """
            )
            #expect(asked as? String == "1 2")
        }
    }

    @Test func `Screen readers say what was added, and call nothing else deleted`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await browser.run("location.hash = 'at=63'")
            try await browser.wait("document.querySelector('#body [data-p=\"/articleDetail/error\"]')")
            let tree = try await browser.devTools("Accessibility.getFullAXTree", [:]) as? [String: Any]
            let nodes = try #require(tree?["nodes"] as? [[String: Any]])
            func text(_ member: String, of node: [String: Any]) -> String? {
                (node[member] as? [String: Any])?["value"] as? String
            }
            #expect(!nodes.contains { ["deletion", "insertion"].contains(text("role", of: $0)) })
            #expect(nodes.contains { text("role", of: $0) == "image" && text("name", of: $0) == "added" })
            #expect(!nodes.contains { text("role", of: $0) == "image" && text("name", of: $0) == "removed" })
        }
    }

    @Test func `A line of a difference points to the element that shows its value`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            func pointed(_ phone: Int) -> String {
                """
                [...document.querySelectorAll('.phone iframe')[\(phone)].contentDocument
                    .querySelectorAll('.rewind-pointed')].map(each => each.dataset.p).join()
                """
            }
            let hover = "dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))"
            try await browser.run("location.hash = 'at=9'")
            try await browser.wait("document.querySelector('#screen-state').innerText.includes('#9')")
            try await browser.wait("document.querySelector('#body [data-p=\"/home/articleList/21\"]')")
            try await browser.wait(
                "document.querySelector('iframe').contentDocument.querySelector('[data-p^=\"/home/articleList/21\"]')"
            )
            try await browser.run(
                "document.querySelector('#body [data-p=\"/home/articleList/21\"]').closest('.element').\(hover)"
            )
            #expect(try await browser.text(pointed(0)).hasPrefix("/home/articleList/21"))
            try await browser.picture("pointing")
            try await browser.run("document.querySelector('#body').dispatchEvent(new PointerEvent('pointerleave'))")
            #expect(try await browser.text(pointed(0)) == "")
            // What is gone is on the earlier screen only.
            try await browser.run("location.hash = 'at=72&with=15'")
            try await browser.wait("document.querySelectorAll('.phone iframe').length === 2")
            try await browser.wait("document.querySelector('#body .element.removed')")
            try await browser.wait("\(Browser.phoneText).length > 100")
            try await browser.run("document.querySelector('#body .element.removed').\(hover)")
            #expect(try await browser.text(pointed(1)) == "")
        }
    }

    @Test func `A click on the timeline finds its action, even while the timeline loads`() async throws {
        let folder = TemporaryFolder()
        let count = 200
        _ = try await Tool.run(["demo", "--actions", "\(count)", "--output", "a.rewind"], in: folder)
        try await InspectingTool.run("inspect", "a.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait(
                    "document.querySelector('#timeline').getAttribute('aria-valuemax') == \(count)"
                )
                let found = try await browser.runAsync(
                    """
                    const cv = document.querySelector('#timeline'), {left, top, width} = cv.getBoundingClientRect();
                    const press = action => {
                        for (const type of ['pointerdown', 'pointerup']) cv.dispatchEvent(new PointerEvent(type, {
                            pointerId: 1, clientX: left + width * (action - 0.5) / \(count), clientY: top + 60 }));
                    };
                    const frame = () => new Promise(requestAnimationFrame);
                    const pause = () => new Promise(told => setTimeout(told, 500));
                    const axis = name => { document.querySelector(`[data-axis=${name}]`).click(); return frame(); };
                    cv.setPointerCapture = () => {};
                    const found = [];
                    for (const action of [3, \(count), 150]) {
                        await axis('time');
                        await pause();
                        await axis('actions');
                        press(action);
                        await pause();
                        found.push(/at=(\\d+)/.exec(location.hash)[1]);
                    }
                    return found.join();
                    """
                )
                #expect(found as? String == "3,\(count),150")
                try await expectQuiet(browser)
            }
        }
    }

    @Test func `Hostile texts are shown without running`() async throws {
        let folder = TemporaryFolder()
        try HostileSession.write(to: folder.file("a.rewind"))
        try await InspectedPage.show("a.rewind", in: folder) { browser, _ in
            try await HostileSession.expectHarmless(in: browser, elements: "img, body script")
            try await browser.picture("hostile")
            try await expectQuiet(browser)
        }
    }

    @Test func `The page steers the live demo and follows it`() async throws {
        let folder = TemporaryFolder()
        let status = try await InspectingTool.run("demo", "--live", "--output", "l.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelectorAll('#rows [role=option]').length > 2")
                let post =
                    Browser.ask + """
                        const post = async (path, body) => (await ask(path, {method: 'POST', body: JSON.stringify(body),
                            headers: {'Content-Type': 'application/json'}})).json();
                        """
                let tapped = try await browser.runAsync(
                    post + "return (await post('/api/0/tap', {tap: 'more'})).done"
                )
                #expect(tapped as? Bool == true)
                try await browser.wait("document.querySelector('#session-name').innerText.includes('9 actions')")
                let position = try await browser.runAsync(
                    post + "return (await post('/api/0/travel', {jump: {to: 6}})).position"
                )
                #expect(position as? Int == 6)
                let action = "{dispatch: {type: 'LoadingAction', payload: {isLoading: true}}}"
                let last = try await browser.runAsync(
                    post + "return (await post('/api/0/travel', \(action))).position"
                )
                #expect(last as? Int == 10)
                try await browser.wait("document.querySelector('#session-name').innerText.includes('1 branch')")
                // The focus does not move to what replaces a control.
                let focus = try await browser.runAsync(
                    """
                    const page = document.querySelector('iframe').contentDocument;
                    const control = [...page.querySelectorAll('[data-tap]')].at(-1);
                    const name = control.dataset.tap;
                    control.focus();
                    control.click();
                    await new Promise(done => setTimeout(done, 1500));
                    const focused = page.activeElement;
                    return focused === page.body || focused.dataset.tap === name;
                    """
                )
                #expect(focus as? Bool == true)
                try await browser.picture("live")

                // The app sets, renames and removes bookmarks. Behind the newest action, the list keeps its height.
                let height = "document.querySelector('#list').clientHeight"
                let before = try await browser.text(height)
                try await browser.run("location.hash = 'at=4'")
                try await browser.wait("document.querySelector('#newer-actions').innerText.includes('newer')")
                #expect(try await browser.text(height) == before)
                let isApart = """
                    document.querySelector('#newer-actions').getBoundingClientRect().bottom
                        <= document.querySelector('#list').getBoundingClientRect().top
                    """
                #expect(try await browser.text(isApart) == "true")
                for (name, key) in [("first", "B"), ("second", "B")] {
                    try await browser.run("document.querySelector('#list').focus()")
                    try await browser.press(key)
                    try await browser.wait("document.querySelector('#dialog').open")
                    try await browser.run("document.querySelector('#dialog [name=name]').value = '\(name)'")
                    try await browser.click("#dialog-send")
                    try await browser.wait("!document.querySelector('#dialog').open")
                    try await browser.wait("document.querySelector('#row-4')?.innerText.includes('⚑ \(name)')")
                    let names = try await Tool.run("bookmark", "l.rewind", "--json", in: folder).output
                    #expect(names.contains("\"\(name)\"") && names.split(separator: "\n").count == 1, "\(names)")
                }
                try await browser.picture("live-bookmark")
                try await browser.click("[data-mark=second]")
                try await browser.click("#dialog [data-unmark]")
                try await browser.wait("!(document.querySelector('#row-4')?.innerText ?? '⚑').includes('⚑')")
                #expect(try await Tool.run("bookmark", "l.rewind", "--json", in: folder).output == "")
                // The recorder says why it refuses an action; the console is for errors of the page.
                let wrong = "{dispatch: {type: 'LoadingAction', payload: {isLoading: 3}}}"
                let refused = try await browser.runAsync(
                    post + "return (await post('/api/0/travel', \(wrong))).refused.error"
                )
                #expect((refused as? String)?.contains("isLoading") == true)
                try await browser.click("#newer-actions")
                try await browser.wait("document.querySelector('#newer-actions').hidden")
                try await expectQuiet(browser)
            }
        }
        #expect(status == 0)
        #expect(try await Tool.run("verify", "l.rewind", in: folder).status == .exited(0))
        #expect(try folder.contents.filter { !$0.hasPrefix(".") } == ["l.rewind"])
    }
}
