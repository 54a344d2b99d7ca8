import RewindSession
import RewindTree
import TestSupport
import Testing

/// The focus range, previews, the history around an action, and wide pages.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct LongSessionPageTests {
    private static let (enter, escape) = ("\u{E007}", "\u{E00C}")

    private static let refusal = "Invalid EXPR: no such function: nonsense."

    /// Opens a demo session of some actions, and calls `body` with the page's address.
    private func inspect(
        actions: Int,
        width: Int = 1_280,
        height: Int = 800,
        isDark: Bool = false,
        _ body: (Browser, String) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        _ = try await Tool.run(["demo", "--actions", "\(actions)", "--output", "a.rewind"], in: folder)
        try await InspectedPage.show("a.rewind", in: folder, width: width, height: height, isDark: isDark) {
            browser,
            url in
            try await browser.wait("document.querySelector('#no-timeline').hidden")
            try await body(browser, String(url.prefix { $0 != "?" }))
            #expect(try await browser.console() == [])
        }
    }

    /// Moves the mouse to a point of an element, given as parts of its size, or presses or releases its button there.
    private func mouse(
        _ type: String,
        _ selector: String,
        x: Double = 0.5,
        y: Double = 0.5,
        isPressed: Bool = false,
        withShift: Bool = false,
        in browser: Browser
    ) async throws {
        let box = try await browser.text(
            "(({ left, top, width, height }) => [left + width * \(x), top + height * \(y)])("
                + "document.querySelector(`\(selector)`).getBoundingClientRect())"
        ).split(separator: ",").compactMap { Double($0) }
        try await browser.devTools(
            "Input.dispatchMouseEvent",
            [
                "type": type, "x": box[0], "y": box[1], "button": isPressed ? "left" : "none",
                "buttons": isPressed && type != "mouseReleased" ? 1 : 0, "clickCount": type == "mouseMoved" ? 0 : 1,
                "modifiers": withShift ? 8 : 0,
            ]
        )
    }

    @Test func `List, search, history and playing keep to the focus range`() async throws {
        try await inspect(actions: 400) { browser, address in
            try await browser.open(address + "#at=100&fold=off")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("i")
            try await browser.wait("location.hash.includes('filter=seq:100..')")
            try await browser.open(address + "#at=160&fold=off&filter=seq:100..")
            try await browser.run("document.querySelector('#list').focus()")
            try await browser.press("o")
            try await browser.wait("document.querySelector('#count').innerText === '61 of 400 actions'")
            try await browser.wait("document.querySelector('.chip.focus').innerText.includes('#100–160')")
            try await browser.picture("focus-range")

            // Searches find the words in the range only.
            try await browser.run(
                """
                const field = document.querySelector('#find');
                field.focus(); field.value = 'Action'; field.dispatchEvent(new Event('input'));
                """
            )
            try await browser.wait("document.querySelectorAll('#hits .hit').length")
            let hits = "[...document.querySelectorAll('#hits .hit[data-go]')].map(hit => Number(hit.dataset.go))"
            #expect(try await browser.text("\(hits).every(seq => seq >= 100 && seq <= 160)") == "true")
            try await browser.press(Self.escape)

            try await browser.open(address + "#at=10&filter=seq:100..160&history=/loading/isLoading")
            try await browser.wait("document.querySelectorAll('.history tr[data-row]').length > 3")
            let writes = "[...document.querySelectorAll('.history tr[data-row]')].map(row => Number(row.dataset.row))"
            #expect(try await browser.text("\(writes).every(seq => seq >= 100 && seq <= 160)") == "true")

            // Playing starts at the beginning of the range, and ends at its end.
            try await browser.open(address + "#at=10&filter=seq:100..103")
            try await browser.wait("document.querySelector('#count').innerText === '4 of 400 actions'")
            try await browser.click("[data-speed='4']")
            try await browser.click("#play")
            try await browser.wait("/at=10[0-3]/.test(location.hash)")
            try await browser.wait("document.querySelector('#play').getAttribute('aria-label') === 'Play'")
            try await browser.wait("location.hash.includes('at=103')")

            try await browser.run("document.activeElement.blur()")
            try await browser.press(Self.escape)
            try await browser.wait("!location.hash.includes('seq')")
            try await browser.wait("document.querySelector('#count').innerText === '400 actions'")
            #expect(try await browser.text("document.querySelector('.chip.focus')") == "null")
        }
    }

    @Test func `A drag with Shift sets the focus range, and a click with Shift compares`() async throws {
        try await inspect(actions: 400) { browser, address in
            try await browser.open(address + "#at=50")
            try await browser.wait("document.querySelector('#head').innerText.includes('#50')")
            for (type, x) in [("mousePressed", 0.25), ("mouseMoved", 0.4), ("mouseReleased", 0.5)] {
                try await mouse(type, "#timeline", x: x, isPressed: true, withShift: true, in: browser)
            }
            try await browser.wait("/filter=seq:(99|100|101)\\.\\.(199|200|201)(&|$)/.test(location.hash)")
            #expect(try await browser.text("location.hash.includes('with=')") == "false")
            try await browser.click(".chip.focus")
            try await browser.wait("!location.hash.includes('seq')")
            for type in ["mousePressed", "mouseReleased"] {
                try await mouse(type, "#timeline", x: 0.5, isPressed: true, withShift: true, in: browser)
            }
            try await browser.wait("location.hash.includes('with=50')")
            // The earlier action is A, until they are swapped.
            let title = "document.querySelector('#head h1').innerText"
            let command = "document.querySelector('#command').innerText"
            try await browser.wait("/#50 against #(199|200|201)/.test(\(title))")
            try await browser.click("[data-do=swap]")
            try await browser.wait("/#(199|200|201) against #50/.test(\(title))")
            try await browser.wait("/rewind diff .*[.]rewind (199|200|201) 50$/m.test(\(command).trim())")
            try await browser.wait("/at=50&with=(199|200|201)(&|$)/.test(location.hash)")
            try await browser.wait("document.querySelectorAll('#body .line').length > 0")
            #expect(try await browser.text("document.querySelectorAll('#body .note.error').length") == "0")
        }
    }

    @Test func `A preview shows the screen or the value under the pointer`() async throws {
        try await inspect(actions: 400) { browser, address in
            try await browser.open(address + "#at=399&pins=/loading/isLoading")
            try await browser.wait("document.querySelectorAll('#lanes canvas').length === 1")
            try await browser.wait("document.querySelector('#head').innerText.includes('#399')")
            let count = "performance.getEntriesByType('resource').filter(each => each.name.includes('/screen?')).length"
            let before = Int(try await browser.text(count)) ?? 0
            // While the pointer moves on, no screen is read.
            try await browser.run(
                """
                const timeline = document.querySelector('#timeline');
                const { left, top, width } = timeline.getBoundingClientRect();
                for (let part = 25; part <= 40; part++) timeline.dispatchEvent(
                    new PointerEvent('pointermove', { clientX: left + width * part / 100, clientY: top + 60 }));
                """
            )
            let frame = "document.querySelector('#preview iframe')?.contentDocument?.body?.childElementCount > 0"
            try await browser.wait(frame)
            try await browser.wait("/#1(59|60|61)/.test(document.querySelector('#preview').innerText)")
            #expect(Int(try await browser.text(count)) == before + 1)
            let isAbove =
                "document.querySelector('#preview').getBoundingClientRect().bottom"
                + " <= document.querySelector('#transport').getBoundingClientRect().top"
            #expect(try await browser.text(isAbove) == "true")
            try await browser.picture("preview")

            try await mouse("mouseMoved", "#lanes canvas", x: 0.5, in: browser)
            try await browser.wait(
                "/^(true|false)$/.test(document.querySelector('#preview-values').innerText.trim())"
            )
            try await browser.press(Self.escape)
            try await browser.wait("document.querySelector('#preview').hidden")

            try await mouse("mouseMoved", "#rows [data-row]", in: browser)
            try await browser.wait("!document.querySelector('#preview').hidden")
            let isBeside =
                "document.querySelector('#preview').getBoundingClientRect().left"
                + " >= document.querySelector('#rows [data-row]').getBoundingClientRect().right"
            #expect(try await browser.text(isBeside) == "true")
            try await mouse("mouseMoved", "#head", in: browser)
            try await browser.wait("document.querySelector('#preview').hidden")
        }
    }

    @Test(arguments: Thoroughness.first(1, of: [false, true]))
    func `A typed expression is shown over time, and kept in the address`(isDark: Bool) async throws {
        try await inspect(actions: 400, isDark: isDark) { browser, address in
            try await browser.open(address + "#at=399&pins=/loading/isLoading")
            try await browser.wait("document.querySelectorAll('#lanes canvas').length === 1")
            func type(_ text: String) async throws {
                try await browser.run(
                    """
                    const field = document.querySelector('#find');
                    field.focus();
                    field.value = "\(text)";
                    field.dispatchEvent(new Event('input'));
                    """
                )
                try await browser.wait("document.querySelector('#hits [data-expression]')")
            }
            try await type("nonsense('/loading')")
            try await browser.picture("expression-\(isDark ? "dark" : "light")")
            try await browser.press(Self.enter)
            try await browser.wait("document.querySelector('#hits').innerText.trim() === '\(Self.refusal)'")
            #expect(try await browser.console() == [])
            #expect(try await browser.text("document.querySelectorAll('#lanes canvas').length") == "1")

            try await type("max(seq, 100) * 2")
            try await browser.click("#hits [data-expression]")
            let value = "document.querySelectorAll('#lanes output')[1]?.textContent"
            try await browser.wait("\(value) === '798'")
            try await browser.wait("location.hash.includes('pins=max')")
            // The lane is drawn.
            let pixels =
                "(canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data)"
                + "(document.querySelectorAll('#lanes canvas')[1])"
            try await browser.wait("\(pixels).filter(each => each).length > 10000")
            #expect(try await browser.text("document.querySelector('#hits').hidden") == "true")
            try await mouse("mouseMoved", "#lanes .lane:last-child canvas", x: 0.5, in: browser)
            try await browser.wait("/^(398|400|402)$/.test(document.querySelector('#preview-values').innerText.trim())")
            try await browser.picture("expression-lane-\(isDark ? "dark" : "light")")

            // Without the server, it is drawn again from what was read.
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('gone'))")
            try await browser.run("location.hash = location.hash.replace(/&pins=max[^&]*/, '')")
            try await browser.wait("document.querySelectorAll('#lanes canvas').length === 1")
            try await browser.goBack()
            try await browser.wait("\(value) === '798'")
            try await browser.wait("\(pixels).filter(each => each).length > 10000")

            try await browser.reload()
            try await browser.wait("\(value) === '798'")
            try await browser.run("document.querySelectorAll('#lanes [data-pin]')[1].click()")
            try await browser.wait("!location.hash.includes('max') && location.hash.includes('pins=/loading')")
            try await browser.wait("document.querySelectorAll('#lanes canvas').length === 1")

            #expect(try await browser.console() == [])
            // The whole state can be pinned, too; its pointer is empty.
            try await browser.open(address + "#at=10&pins=nonsense(1)&pins=")
            try await browser.reload()
            try await browser.wait("document.querySelectorAll('#lanes .name').length === 2")
            try await browser.wait("/pins=(&|$)/.test(location.hash)")
            try await browser.wait("document.querySelector('#lanes .name')?.title === 'nonsense(1)'")
            try await browser.wait("document.querySelector('#head').innerText.includes('#10')")
            try await browser.picture("expression-refused-\(isDark ? "dark" : "light")")
            #expect(try await browser.console() == [])
        }
    }

    @Test func `A history starts around the selected action and continues in both directions`() async throws {
        try await inspect(actions: 3_000) { browser, address in
            try await browser.wait("document.querySelector('#gutter').innerText.includes('slowest')")
            try await browser.open(address + "#at=1500&history=/loading/isLoading")
            try await browser.wait("document.querySelector('.history tr.current')")
            let current = "document.querySelector('.history tr.current').getBoundingClientRect()"
            let body = "document.querySelector('#body').getBoundingClientRect()"
            try await browser.wait("\(current).top >= \(body).top && \(current).bottom <= \(body).bottom + 1")
            let rows = "[...document.querySelectorAll('.history tr[data-row]')].map(row => Number(row.dataset.row))"
            #expect(try await browser.text("\(rows).length") == "100")
            #expect(try await browser.text("\(rows)[0] > 1500 && \(rows).at(-1) < 1500") == "true")
            try await browser.picture("history-around")
            try await browser.click("[data-do=newer-values]")
            try await browser.wait("\(rows).length === 300")
            try await browser.click("[data-do=older-values]")
            try await browser.wait("\(rows).length === 500")
            // Each write is there once, latest first.
            #expect(try await browser.text("\(rows).every((seq, i, all) => !i || seq < all[i - 1])") == "true")
            let all = try await browser.runAsync(
                Browser.ask + """
                    const { writes } = await (await ask('/api/0/answers/history?pointer=/loading/isLoading&through=3000&limit=2000&reverse=1')).json();
                    const shown = \(rows);
                    return writes.map(each => each.seq).join().includes(shown.join());
                    """
            )
            #expect(all as? Bool == true)
        }
    }

    @Test func `A wide page shows two views, and a link to a missing action says so`() async throws {
        try await inspect(actions: 100, width: 1_700, height: 950) { browser, address in
            try await browser.open(address + "#at=40")
            try await browser.wait("document.querySelector('#side [role=tree]')")
            try await browser.wait("document.querySelector('#body .group')")
            try await browser.open(address + "#at=40&history=/loading/isLoading")
            try await browser.wait("document.querySelector('#side .history tr.current')")
            try await browser.wait("document.querySelector('#body .group')")
            try await browser.open(address + "#at=40&tab=state")
            try await browser.wait("document.querySelector('#body [role=tree]')")
            try await browser.wait("document.querySelector('#side .group')")
            #expect(try await browser.text("document.documentElement.scrollWidth > innerWidth") == "false")
            try await browser.picture("wide")
            try await browser.open(address + "#at=99999")
            try await browser.wait("document.querySelector('#toast').innerText.includes('There is no #99999')")
            try await browser.wait("location.hash.includes('at=100')")
            try await browser.resize(width: 1_280, height: 800)
            try await browser.wait("document.querySelector('#side').hidden")
        }
    }

    @Test func `A removed object is folded, and a changed element far down a list is in view`() async throws {
        let folder = TemporaryFolder()
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
        let numbers = (0..<400).map { Tree(members: [("id", .integer(Int64($0))), ("isRead", .bool(false))]) }
        let members = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key\($0)", Tree.integer(Int64($0))) })
        var states: [Tree] = [["list": .array(ArrayNode(numbers)), "user": Tree(members: members.map { ($0, $1) })]]
        states.append(try states[0].applying(Patch([.replace(["list", "350", "isRead"], .bool(true))])))
        states.append(try states[1].applying(Patch([.remove(["user"])])))
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for seq in 1...2 {
                let patch = states[seq].patch(from: states[seq - 1])
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Change", patch: patch)
                try transaction.append(record, state: states[seq])
            }
        }
        try writer.close()
        try await InspectingTool.run("inspect", "a.rewind", in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                let address = String(url.prefix { $0 != "?" })
                try await browser.open(address + "#at=1&tab=state")
                let changed = "document.querySelector('[data-node=\"/list/350/isRead\"]').getBoundingClientRect()"
                let body = "document.querySelector('#body').getBoundingClientRect()"
                try await browser.wait("\(changed).top >= \(body).top && \(changed).bottom <= \(body).bottom + 1")
                try await browser.click("[data-more='/list']")
                try await browser.wait("document.querySelector('[data-node=\"/list/0\"]')")

                try await browser.open(address + "#at=2")
                try await browser.wait("document.querySelectorAll('#body .line.removed').length === 1")
                try await browser.click("[data-full='/user']")
                try await browser.wait("document.querySelectorAll('#body .line.removed').length === 21")
            }
        }
    }
}
