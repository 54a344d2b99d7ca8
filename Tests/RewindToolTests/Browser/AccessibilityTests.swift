import Foundation
import TestSupport
import Testing

/// axe-core, an accessibility checker: https://github.com/dequelabs/axe-core.
private enum Axe {
    /// The path of its script, from `REWIND_AXE`.
    static let script = ProcessInfo.processInfo.environment["REWIND_AXE"]

    /// True if axe is available, or if `REWIND_BROWSER` requires it.
    static let isThere = script != nil || ProcessInfo.processInfo.environment["REWIND_BROWSER"] != nil
}

/// The page passes the checks of axe.
@Suite(.ownThreads, .needsBrowser, .enabled(if: Axe.isThere, "REWIND_AXE is not set."), .timeLimit(.minutes(10)))
struct AccessibilityTests {
    /// A view, opened by an address and keys.
    private struct View: Sendable {
        let address: String
        var keys: [String] = []
        let shown: String
    }

    private static let views = [
        View(address: "at=15", shown: "document.querySelector('#body .group')"),
        View(address: "at=15&tab=state", shown: "document.querySelector('#body [role=tree]')"),
        View(address: "at=15&tab=action", shown: "document.querySelector('#body').innerText.includes('Payload')"),
        View(address: "at=1&tab=raw", shown: "document.querySelector('#body pre')"),
        View(address: "at=32&history=/navigation/stack", shown: "document.querySelector('#body svg')"),
        View(address: "at=63&with=15", shown: "document.querySelectorAll('.phone').length == 2"),
        View(address: "at=63&blame=/articleDetail/error", shown: "!document.querySelector('#popover').hidden"),
        View(address: "at=63&pins=/home/articleList", shown: "document.querySelector('#lanes canvas')"),
        View(
            address: "at=63&filter=nothing+at+all",
            shown: "document.querySelector('#rows').textContent.includes('Clear')"
        ),
        View(address: "at=20&filter=seq:10..30", shown: "document.querySelector('.chip.focus')"),
        View(address: "at=20", keys: ["?"], shown: "document.querySelector('#help').open"),
        View(
            address: "at=63&skip=12&reorder=15:12",
            shown: "document.querySelector('#what-if').innerText.includes('Diff: recorded')"
        ),
        View(address: "at=20&pane=actions", shown: InspectedPage.rows),
        View(address: "at=20&pane=screen", shown: "document.querySelector('.phone')"),
        View(address: "at=20&pane=story", keys: ["s"], shown: "document.querySelector('.story-moment textarea')"),
    ]

    private static let pages = Thoroughness.first(
        3,
        of: [(1_280, true), (400, false), (1_700, false), (1_280, false), (400, true), (1_700, true)]
    )
    private static let pairs = Thoroughness.pairs(Thoroughness.every(2, of: views), pages)

    @Test(arguments: pages)
    func `No view has an accessibility finding at any size and in either theme`(width: Int, isDark: Bool)
        async throws
    {
        let axe = try String(contentsOfFile: #require(Axe.script, "REWIND_AXE is not set."), encoding: .utf8)
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder, width: width, isDark: isDark) { browser, _ in
            try await browser.run(axe + "; window.axe = axe")
            for (view, page) in Self.pairs where page == (width, isDark) {
                try await browser.run("location.hash = '\(view.address)'")
                for key in view.keys { try await browser.press(key) }
                if width > 900 || !view.shown.contains("phone") { try await browser.wait(view.shown) }
                // Content of the action before is dimmed until then; it and notices fade in.
                try await browser.wait(
                    """
                    [...document.querySelectorAll('[data-shows]')].filter(shown => shown.checkVisibility())
                        .every(shown => shown.dataset.shows === '#' + location.hash.match(/at=(\\d+)/)[1])
                        && document.getAnimations().every(each => each.effect.getTiming().iterations === Infinity)
                    """
                )
                let findings = try await browser.runAsync(
                    """
                    const { violations } = await axe.run(document, {iframes: false, resultTypes: ['violations']});
                    return violations.flatMap(found => found.nodes.map(node => `${found.id}: ${node.html}`)).join('\\n');
                    """
                )
                #expect(findings as? String == "", "\(view.address)")
                if !view.keys.isEmpty { try await browser.press("\u{E00C}") }
            }
        }
    }
}
