import Foundation
import TestSupport
import Testing

/// Each flow by keyboard alone, as a screen reader is told about it, and by a finger.
@Suite(.ownThreads, .needsBrowser, .timeLimit(.minutes(10))) struct KeyboardTests {
    private static let (escape, enter, control, shift) = ("\u{E00C}", "\u{E007}", "\u{E009}", "\u{E008}")
    private static let (left, up, right, down, F3) = ("\u{E012}", "\u{E013}", "\u{E014}", "\u{E015}", "\u{E033}")
    private static let said = "document.querySelector('#announcement').textContent"
    private static let toast = "document.querySelector('#toast').textContent"

    /// Runs `body` with the demo at an action, with the focus in the list.
    private func showing(at seq: Int, _ body: (Browser) async throws -> Void) async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder) { browser, _ in
            try await browser.run("location.hash = 'at=\(seq)'")
            try await browser.wait("document.querySelector('#head').innerText.includes('#\(seq)')")
            try await focus("#list", browser)
            try await body(browser)
            let console = try await browser.console()
            #expect(console == [])
        }
    }

    private func chord(_ modifier: String, _ key: String, _ browser: Browser) async throws {
        let name = modifier == Self.control ? "ctrlKey" : "shiftKey"
        try await browser.run(
            """
            document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {key: '\(key)', \(name): true, bubbles: true, cancelable: true}));
            """
        )
    }

    /// Focuses an element as soon as it is there.
    private func focus(_ selector: String, _ browser: Browser) async throws {
        try await browser.wait("document.querySelector('\(selector)')")
        try await browser.run("document.querySelector('\(selector)').focus()")
    }

    private func focused(_ browser: Browser) async throws -> String {
        let node = try #require(try await AccessibilityTree(of: browser).focused)
        return "\(node.role) \(node.name)"
    }

    @Test func `A jump by a link is said, keeps the focus in its pane, and can be gone back`() async throws {
        try await showing(at: 63) { browser in
            try await browser.run("location.hash = 'at=63&history=/navigation/stack'")
            try await browser.wait("document.querySelector('#body .chart ~ table')")
            let link = "const link = document.querySelector('td [data-go]'); link.focus(); return link.dataset.go;"
            let place = try await browser.run(link) as? String ?? ""
            try await browser.press(Self.enter)
            try await browser.wait("location.hash.includes('at=\(place)')")
            try await browser.wait("\(Self.said).startsWith('\(place), ')")
            #expect(try await browser.text("document.activeElement === document.body") == "false")
            try await browser.goBack()
            try await browser.wait("\(Self.said).startsWith('63, ')")
            #expect(try await browser.text("document.activeElement === document.body") == "false")
        }
    }

    @Test func `The palette is a combobox that tells its results and returns the focus`() async throws {
        try await showing(at: 63) { browser in
            try await focus("#tab-diff", browser)
            try await chord(Self.control, "k", browser)
            #expect(try await focused(browser) == "combobox Search everything")
            try await browser.press("e", "r", "r", "o", "r")
            try await browser.wait("/^\\d+ results?$/.test(\(Self.said))")
            var tree = try await AccessibilityTree(of: browser)
            let field = try #require(tree.node("combobox", "Search everything"))
            #expect(AccessibilityTree.isOn(field.states["expanded"]))
            #expect(tree.node("listbox", "Search results") != nil)
            #expect(tree.nodes.contains { $0.role == "option" && AccessibilityTree.isOn($0.states["selected"]) })
            try await browser.press(Self.escape)
            #expect(try await focused(browser).hasPrefix("tab Diff"))
            tree = try await AccessibilityTree(of: browser)
            #expect(!AccessibilityTree.isOn(tree.node("combobox", "Search everything")?.states["expanded"]))
            // The next find says its number.
            try await chord(Self.control, "k", browser)
            try await browser.wait("document.querySelectorAll('.hit[data-go]').length > 1")
            try await browser.press(Self.down, Self.enter)
            #expect(try await focused(browser) == "listbox Actions")
            try await browser.press(Self.F3)
            try await browser.wait("/^\\d+ of \\d+ for “error”$/.test(\(Self.toast))")
            #expect(try await AccessibilityTree(of: browser).nodes.contains { $0.role == "status" })
        }
    }

    @Test func `A splitter tells its width, its bounds, and is moved by keys`() async throws {
        try await showing(at: 63) { browser in
            for name in ["Width of the actions", "Width of the screen"] {
                func splitter() async throws -> AccessibilityTree.Node {
                    let tree = try await AccessibilityTree(of: browser)
                    return try #require(tree.nodes.first { $0.name == name }, "\(name)")
                }
                let before = try await splitter()
                #expect(before.role == "separator")
                let start = try #require(Double(before.value ?? ""))
                let (least, most) = (
                    before.states["valuemin"].flatMap(Double.init), before.states["valuemax"].flatMap(Double.init)
                )
                #expect(try #require(least) < start && start <= (try #require(most)))
                try await focus("[aria-label=\"\(name)\"]", browser)
                try await browser.press(name.hasSuffix("actions") ? Self.left : Self.right)
                #expect(Double(try await splitter().value ?? "") == start - 16)
                try await browser.press(Self.enter)
                #expect(Double(try await splitter().value ?? "") == start)
            }
        }
    }

    @Test func `Keys of one character can be off, and zoom, what-if and story are reached without them`() async throws {
        try await showing(at: 15) { browser in
            try await browser.press("?")
            #expect(try await AccessibilityTree(of: browser).node("dialog", "Keys") != nil)
            try await focus("#single-keys", browser)
            try await browser.press(" ")
            let box = try #require(try await AccessibilityTree(of: browser).nodes.first { $0.role == "checkbox" })
            #expect(box.states["checked"] == "false" && box.name.contains("Keys of one character"))
            try await browser.press(Self.escape)
            #expect(try await focused(browser) == "listbox Actions")
            try await browser.press("x", "s", "W")
            #expect(
                try await browser.text("location.hash.includes('skip') || location.hash.includes('zoom')") == "false"
            )
            #expect(try await browser.text("document.querySelector('#composer').hidden") == "true")

            // Zoom, from the palette.
            try await chord(Self.control, "k", browser)
            try await browser.press("z", "o", "o", "m")
            try await browser.wait("document.querySelector('#hits').innerText.includes('Zoom the timeline in')")
            try await browser.press(Self.enter)
            try await browser.wait("/^\\d+ to \\d+ in view$/.test(\(Self.said))")
            try await browser.wait("location.hash.includes('zoom=')")

            // What if, from the button of the action.
            try await focus("[data-do=what-if-menu]", browser)
            let button = try #require(try await AccessibilityTree(of: browser).focused)
            #expect("\(button.role) \(button.name) \(button.states["hasPopup"] ?? "")" == "button What if menu")
            try await browser.press(Self.enter)
            let menu = try await AccessibilityTree(of: browser)
            #expect(menu.node("menu", "What if, at #15") != nil)
            #expect(try await focused(browser).hasPrefix("menuitem What if without it?"))
            try await browser.press(Self.down, Self.enter)
            try await browser.wait("document.querySelector('#dialog').open")
            let dialog = try await AccessibilityTree(of: browser)
            #expect(dialog.node("dialog", "What if #15 had been another action?") != nil)
            #expect(dialog.nodes.contains { $0.role == "combobox" && $0.name == "Type" })
            #expect(dialog.node("textbox", "Payload, as JSON") != nil)
            try await browser.press(Self.escape)
            #expect(try await focused(browser) == "button What if")
            try await browser.press(Self.enter)
            try await browser.wait("!document.querySelector('#menu').hidden")
            try await browser.press(Self.enter)
            try await browser.wait("document.querySelector('#what-if').innerText.includes('Diff: recorded')")
            let whatIf = try await AccessibilityTree(of: browser)
            #expect(whatIf.node("region", "What if") != nil && whatIf.node("list", "Changes") != nil)
            let back = try #require(whatIf.node("button", "Take #15 in again"))
            #expect(back.states["focusable"] != nil)
            #expect(whatIf.nodes.contains { $0.role == "status" && $0.states["live"] == "polite" })
            try await focus("#what-if [data-skip]", browser)
            try await browser.press(Self.enter)
            try await browser.wait("document.querySelector('#what-if').hidden")
            #expect(try await focused(browser) == "listbox Actions")

            // A story, from its button.
            try await focus("#composer-toggle", browser)
            #expect(
                try await AccessibilityTree(of: browser).focused.map { !AccessibilityTree.isOn($0.states["expanded"]) }
                    == true
            )
            try await browser.press(Self.enter)
            try await browser.wait("document.activeElement.id === 'story-title'")
            #expect(try await focused(browser) == "textbox Title of the story")
            try await focus("#story-add", browser)
            #expect(try await focused(browser) == "button Add #15")
            try await browser.press(Self.enter)
            try await browser.wait("document.querySelector(`[data-note='15']`)")
            let story = try await AccessibilityTree(of: browser)
            #expect(story.node("region", "Story") != nil && story.node("list", "Moments") != nil)
            for name in ["Tell #15 earlier", "Tell #15 later", "Take #15 out of the story"] {
                #expect(story.node("button", name) != nil, "\(name)")
            }
            #expect(story.node("textbox", "Note on #15") != nil)
            #expect(AccessibilityTree.isOn(story.node("button", "Story")?.states["expanded"]))
            try await focus("[data-raise]", browser)
            try await browser.press(Self.enter)
            try await browser.wait("\(Self.said).includes('first moment')")
        }
    }

    @Test func `Two actions are compared by the keyboard alone`() async throws {
        try await showing(at: 63) { browser in
            try await focus("[data-do=compare]", browser)
            try await browser.press(Self.enter)
            try await browser.wait("document.querySelector('#dialog').open")
            #expect(try await focused(browser) == "spinbutton Number of the other action")
            try await browser.press("1", "5", Self.enter)
            try await browser.wait("document.querySelector('#head').innerText.includes('#15 against #63')")
        }
    }

    @Test func `A finger reaches the same, with targets of 24 pixels and no hint at keys it lacks`() async throws {
        let folder = try await DemoSession.folder()
        try await InspectedPage.show("demo.rewind", in: folder, width: 400) { browser, _ in
            try await browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
            let touch = [["name": "hover", "value": "none"], ["name": "pointer", "value": "coarse"]]
            try await browser.devTools("Emulation.setEmulatedMedia", ["features": touch])
            try await browser.run(
                "location.hash = 'at=63&skip=12,15&edit=20:%7B%22screen%22:%22home%22%7D&reorder=30:25'"
            )
            try await browser.wait("document.querySelector('#what-if').innerText.includes('Diff: recorded')")
            try await browser.click("#composer-toggle")
            try await browser.click("#story-add")
            try await browser.wait("document.querySelector('.story-moment')")
            for pane in ["inspect", "actions", "screen", "story"] {
                try await browser.click("#pane-tabs [data-pane=\(pane)]")
                try await browser.wait("document.body.dataset.pane === '\(pane)'")
                let small = try await browser.text(
                    """
                    [...document.querySelectorAll('button, input:not([type=checkbox]), textarea, select')]
                        .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('#body, .rows'))
                        .map(each => [each.getBoundingClientRect(), each])
                        .filter(([box]) => box.width && (box.width < 24 || box.height < 24))
                        .filter(([, each]) => !each.matches('.link'))
                        .map(([box, each]) => `${each.outerHTML.slice(0, 80)} ${box.width}×${box.height}`).join('\\n')
                    """
                )
                #expect(small == "", "\(pane)")
                #expect(try await browser.text("/\\bAlt\\b/.test(document.body.innerText)") == "false", "\(pane)")
            }
            #expect(try await browser.text("document.documentElement.scrollWidth > innerWidth") == "false")
        }
    }
}
