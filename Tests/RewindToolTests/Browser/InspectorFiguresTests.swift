import Foundation
import Rewind
import RewindStore
import TestSupport
import Testing

/// Measures the inspector's page. The figures are printed and not checked, as machines differ.
/// `REWIND_TOOL=.build/release/rewind` measures another build of the tool, on a million actions.
@Suite(
    .ownThreads,
    .serialized,
    .needsBrowser,
    .enabled(if: Thoroughness.isFull(orAskedBy: "REWIND_TOOL"), "Figures are made where they are asked for."),
    .timeLimit(.minutes(10))
) struct InspectorFiguresTests {
    private static let otherTool = ProcessInfo.processInfo.environment["REWIND_TOOL"].map { URL(fileURLWithPath: $0) }
    private static let tool = otherTool ?? Tool.url

    @Test func `A long session opens at once and can be scrubbed`() async throws {
        let count = Self.otherTool == nil ? 30_000 : 1_000_000
        let folder = TemporaryFolder()
        let arguments = ["demo", "--actions", "\(count)", "--output", "b.rewind"]
        _ = try await Tool.run(arguments, in: folder, executable: Self.tool)
        try await Browser.run { browser in
            // The second server of the day, with a warm browser.
            for isFirst in [true, false] {
                try await InspectingTool.run(Self.tool, ["inspect", "b.rewind"], in: folder.url) { url in
                    try await browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.watching])
                    try await browser.open(url)
                    try await browser.wait(InspectedPage.rows)
                    try await browser.wait(
                        "document.querySelector('#timeline').getAttribute('aria-valuemax') == \(count)"
                    )
                    try await browser.wait("document.querySelector('#no-timeline').hidden")
                    try await browser.wait("document.querySelector('#body .group')")
                    if isFirst { return try await browser.open("about:blank") }
                    let opened = try await browser.text("opened")
                    try await browser.reload()
                    try await browser.wait("window.opened && document.querySelector('#no-timeline').hidden")
                    let reloaded = try await browser.text("opened")
                    let steps = try await browser.runAsync(Self.stepping)
                    let frames = try await browser.runAsync(Self.dragging)
                    print(
                        "inspector, \(count) actions: rows after \(opened) ms, reloaded \(reloaded) ms;",
                        "step of the diff \(steps) ms; frame of a drag \(frames) ms"
                    )
                    try await browser.wait("Number(/at=(\\d+)/.exec(location.hash)?.[1]) > \(count * 9 / 10)")
                    try await browser.open("about:blank")
                }
            }
            // The script is refused in the frames, which run none.
            let console = try await browser.console().filter { !$0.hasPrefix("about:blank") }
            #expect(console == [])
        }
    }

    /// Notes when the rows and the changes of the selected action are there, in milliseconds after the navigation.
    private static let watching = """
        (function look() {
            if (document.querySelectorAll('#rows [role=option]').length > 5 && document.querySelector('#body .group')) {
                window.opened = Math.round(performance.now());
            } else requestAnimationFrame(look);
        })();
        """

    /// The function that describes times.
    private static let parts = """
        const parts = times => {
            times.sort((a, b) => a - b);
            const part = share => Math.round(times[Math.floor((times.length - 1) * share)]);
            return `p50 ${part(0.5)}, p95 ${part(0.95)}, max ${part(1)}`;
        };
        """

    /// Steps back, and measures from each key to the new answer.
    private static let stepping =
        parts + """
            document.querySelector('#list').focus();
            let shown = 0;
            new MutationObserver(() => { shown ||= performance.now(); })
                .observe(document.querySelector('#body'), { childList: true, subtree: true, characterData: true });
            const times = [];
            for (let step = 0; step < 60; step++) {
                const start = performance.now();
                shown = 0;
                document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
                await new Promise(done => setTimeout(done, 300));
                if (shown) times.push(shown - start);
            }
            return parts(times);
            """

    /// Drags over the whole timeline, and measures the frames.
    private static let dragging =
        parts + """
            const canvas = document.querySelector('#timeline'), box = canvas.getBoundingClientRect();
            const at = (type, x) => canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1,
                clientX: box.left + x, clientY: box.top + 60, buttons: 1, isPrimary: true }));
            canvas.setPointerCapture = () => {};
            at('pointerdown', 5);
            const times = [];
            const start = performance.now();
            while (performance.now() - start < 4000) {
                const before = performance.now();
                at('pointermove', 5 + (before - start) / 4000 * (box.width - 10));
                await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
                times.push(performance.now() - before);
            }
            at('pointermove', box.width - 5);
            at('pointerup', box.width - 5);
            return parts(times);
            """

    private struct Counters: Codable, Sendable {
        var counts = [Int](repeating: 0, count: 100)
    }

    private struct Count: Codable, Action {
        let index: Int
    }

    @Test func `The page follows a thousand actions a second without growing`() async throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder<Counters>(recordingTo: folder.file("live.rewind"))
        defer { recorder.close() }
        let recording = Task.detached { try await Self.count(into: recorder) }
        defer { recording.cancel() }
        try await InspectingTool.run(Self.tool, ["inspect", "live.rewind"], in: folder.url) { url in
            try await Browser.run { browser in
                try await browser.open(url)
                try await browser.wait("document.querySelector('#live').innerText.includes('Live')")
                _ = try await Self.lag(for: 2, in: browser)
                let before = try await Self.size(of: browser)
                let lag = try await Self.lag(for: Thoroughness.count(5, orInFull: 20), in: browser)
                let after = try await Self.size(of: browser)
                print("inspector, live: \(lag); \(before) at first, \(after) then")
                // The count right after a garbage collection may be too low to compare with.
                #expect(after.nodes < max(before.nodes, 2_000) + 1_000)
                #expect(after.heap < before.heap + 4 << 20)
                let console = try await browser.console()
                #expect(console == [])
            }
        }
    }

    /// Dispatches a thousand actions per second until it is canceled.
    private static func count(into recorder: Recorder<Counters>) async throws {
        let store = Store(
            reducer: { (action: any Action, state: Counters?) in
                var state = state ?? Counters()
                if let count = action as? Count { state.counts[count.index] += 1 }
                return state
            },
            state: Counters(),
            middleware: [recorder.middleware()]
        )
        let start = ContinuousClock.now
        for count in 1... {
            store.dispatch(Count(index: count % 100))
            try await Task.sleep(until: start + .milliseconds(count))
        }
    }

    /// Measures at each frame how long ago the shown action was recorded.
    private static func lag(for seconds: Int, in browser: Browser) async throws -> Any {
        try await browser.runAsync(
            """
            const shown = () => /#(\\d+)[^]*?(\\d\\d):(\\d\\d\\.\\d+)/.exec(document.querySelector('#head').innerText)?.slice(1).map(Number);
            const hour = 3_600_000, lags = [], start = performance.now(), [first] = shown();
            while (performance.now() - start < \(seconds * 1_000)) {
                await new Promise(requestAnimationFrame);
                const [, minutes, seconds] = shown() ?? [];
                if (seconds !== undefined) lags.push((Date.now() - (minutes * 60 + seconds) * 1000 + hour) % hour);
            }
            lags.sort((a, b) => a - b);
            const part = share => Math.round(lags[Math.floor((lags.length - 1) * share)]);
            const rate = Math.round((shown()[0] - first) / \(seconds));
            return `${rate} actions a second, shown after ${part(0.5)} ms, 95 % within ${part(0.95)}, all within ${part(1)}`;
            """
        )
    }

    /// Returns the number of DOM nodes and the size of the heap in bytes.
    private static func size(of browser: Browser) async throws -> (nodes: Int, heap: Int) {
        try await browser.devTools("HeapProfiler.collectGarbage", [:])
        let heap = try await browser.devTools("Runtime.getHeapUsage", [:]) as? [String: Any]
        let nodes = try await browser.devTools("Memory.getDOMCounters", [:]) as? [String: Any]
        return (try #require(nodes?["nodes"] as? Int), Int(try #require(heap?["usedSize"] as? Double)))
    }
}
