import TestSupport
import Testing

/// The page shows sessions of any store. `REWIND_SCREENSHOTS=FOLDER` saves pictures of all of them.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(15))) struct ElsewhereTests {
    private static let widths = Thoroughness.every(2, of: [400, 1_280, 2_560])

    /// The tabs, and what each shows. A session of actions alone shows a note instead, and the first state no action.
    private static let tabs = [
        ("diff", "#body .group, #body .empty"), ("state", "#body [role=tree], #body .empty"),
        ("action", "#body dl.fields, #body .empty"),
    ]

    /// True once what is shown belongs to the selected action.
    private static let isSettled = """
        [...document.querySelectorAll('[data-shows]')].filter(shown => shown.checkVisibility())
            .every(shown => (/at=(\\d+)/.exec(location.hash)?.[1] ?? '0') === shown.dataset.shows.slice(1))
        """

    /// The texts that lie over other texts in the list and the answer, and the elements that are wider than the page.
    private static let faults = """
        const found = [];
        if (document.documentElement.scrollWidth > innerWidth) {
            const wide = [...document.querySelectorAll('body *')].filter(element =>
                element.checkVisibility() && element.getBoundingClientRect().right > innerWidth);
            found.push(`wider than the window: ${wide.map(each => each.id || each.className || each.tagName).join(' ')}`);
        }
        const leaves = [...document.querySelectorAll('#rows *, #body *')].filter(element =>
            element.checkVisibility({ visibilityProperty: true }) && element.children.length === 0 && element.textContent.trim() !== ''
            && !element.closest('svg, .sr, [hidden]'));
        const boxes = leaves.map(element => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const inner = range.getBoundingClientRect();
            let { left, right, top, bottom } = inner;
            for (let outer = element; outer !== document.body; outer = outer.parentElement) {
                if (getComputedStyle(outer).overflowX === 'visible') continue;
                const box = outer.getBoundingClientRect();
                [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
                [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
            }
            return { element, left, right, top, bottom };
        }).filter(box => box.right - box.left > 2 && box.bottom - box.top > 2);
        for (const [index, a] of boxes.entries()) {
            for (const b of boxes.slice(index + 1, index + 30)) {
                const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (across > 3 && down > 6) {
                    found.push(`"${a.element.textContent.slice(0, 40)}" over "${b.element.textContent.slice(0, 40)}"`);
                }
            }
        }
        return found.slice(0, 5).join('; ');
        """

    @Test(arguments: ElsewhereSession.allCases)
    func `The session of another store fits the page at every size, in both themes`(session: ElsewhereSession)
        async throws
    {
        let folder = TemporaryFolder()
        let file = try await session.write(in: folder)
        try await InspectingTool.run("inspect", file, in: folder) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                for width in Self.widths {
                    try await browser.resize(width: width, height: width > 2_000 ? 1_440 : 800)
                    for isDark in [false, true] {
                        try await browser.setTheme(isDark: isDark)
                        for (tab, content) in session == .empty ? [Self.tabs[1]] : Self.tabs {
                            // The first state is shown without tabs if there is no action.
                            if session != .empty { try await browser.click("[data-tab=\(tab)]") }
                            try await browser.wait("document.querySelector('\(content)')")
                            try await browser.wait(Self.isSettled)
                            let place = "\(session.rawValue)-\(tab)-\(width)-\(isDark ? "dark" : "light")"
                            let faults = try await browser.runAsync(Self.faults) as? String
                            #expect(faults == "", "\(place)")
                            try await browser.picture(place)
                        }
                    }
                }
                let console = try await browser.console()
                #expect(console == [])
            }
        }
    }
}
