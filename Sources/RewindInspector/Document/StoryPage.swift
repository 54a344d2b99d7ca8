import Foundation
import RewindAnswers
import RewindHTML
import RewindSession
import RewindTimeline

/// The markup of a story, built moment by moment.
struct StoryPage {
    private let head, facts, made: ScreenHTML
    private let title: String
    private var list: ScreenHTML = ""
    private var moments: ScreenHTML = ""
    private var last: (seq: Int, at: Int64?)?
    private var lastScreen: (seq: Int, screen: ScreenAnswer)?

    init(_ session: SessionAnswer, title: String?, _ making: DocumentMaking) {
        self.title = title ?? session.file
        let app = [session.app, session.appVersion].compactMap(\.self).joined(separator: " ")
        let file = title == nil ? "" : session.file
        let known = [file, app, session.device ?? "", session.os ?? ""].filter { !$0.isEmpty }
        facts = known.isEmpty ? "" : "<p>\(known.joined(separator: " · "))</p>"
        let words = making.words(startedAt: session.startedAt)
        made = "<p>\(words.prefix(1).uppercased() + words.dropFirst())</p>"
        let styles = [
            "styles/tokens.css", "styles/values.css", "panes/diff.css", "screen/screen.css", "effects/effects.css",
            "offline/story.css",
        ]
        let style = ScreenHTML(markup: styles.map { Self.systemThemed(PageAsset.text($0)) }.joined())
        // A page without scripts. The frames of screens have the same policy.
        head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
            img-src data:; base-uri 'none'; form-action 'none'">
            <title>\(title ?? "\(session.file): a story")</title>
            <style>
            \(style)</style>
            </head>
            """
    }

    /// The number of bytes, without the last tags.
    var count: Int { [head, list, moments].reduce(0) { $0 + $1.markup.utf8.count } }

    var html: ScreenHTML {
        """
        \(head)
        <body>
        <main class="story">
        <header class="story-head">
        <h1><bdi>\(title)</bdi></h1>
        \(facts)\(made)
        <nav aria-label="Moments"><ol>\(list)</ol></nav>
        </header>
        \(moments)</main>
        </body>
        </html>

        """
    }

    /// Adds the next moment.
    mutating func add(_ moment: StoryMoment) {
        let row = moment.action?.row
        let title: ScreenHTML = row.map { "\($0.type)" } ?? "The first state"
        let names = moment.bookmarks.map { ScreenHTML("<span class=\"mark\">⚑ <bdi>\($0.name)</bdi></span> ") }
        list += """
            <li><a href="#at-\(moment.seq)">\(names)<bdi>\(title)</bdi> <em>#\(moment.seq)</em></a></li>
            """
        if let last {
            let between = abs(moment.seq - last.seq)
            let pause = row.flatMap { last.at.map($0.at.subtractingClamped) }
            let time = pause.map { ", \(Self.span(abs($0)))" } ?? ""
            let direction = moment.seq < last.seq ? "earlier" : "later"
            let count = "\(between) \(between == 1 ? "action" : "actions")"
            moments += "<p class=\"between\">\(count)\(time) \(direction)</p>\n"
        }
        last = (moment.seq, row?.at)
        let notes = moment.notes.map { ScreenHTML("<p class=\"story-note\">\($0)</p>\n") }
        let shown = lastScreen.flatMap { $0.screen.looksLike(moment.screen) ? $0.seq : nil }
        if shown == nil { lastScreen = (moment.seq, moment.screen) }
        // A screen that is there already would make a short moment as high as it.
        let seen: ScreenHTML =
            if let shown {
                "<p class=\"nothing\">The screen is the same as at <a href=\"#at-\(shown)\">#\(shown)</a>.</p>\n"
            } else {
                "<div class=\"seen\"><h3>Screen</h3>\(Self.screen(moment, at: row?.at))</div>\n"
            }
        let columns = shown == nil ? "columns" : "columns alone"
        moments += """
            <article class="moment" id="at-\(moment.seq)" aria-labelledby="title-\(moment.seq)">
            <h2 id="title-\(moment.seq)">\(names)<bdi>\(title)</bdi> <em>#\(moment.seq)</em></h2>
            \(row.map { Self.facts($0) })
            \(moment.causes.map { Self.chain($0) })\(notes)<div class="\(columns)">
            <div class="changes">\(Self.action(moment.action))\(Self.changes(moment))\
            \(moment.causes.map { Self.effects($0) })</div>
            \(seen)</div>
            </article>

            """
    }

    private static func facts(_ row: RowAnswer) -> ScreenHTML {
        let troubles = [
            "crash": "the process ended here", "unknown": "its effect was not written",
            "failed": "the reducer reported an error", "error": "writes an error",
            "skipped": "skipped in Redux DevTools",
        ]
        let after = row.after.map { "after \(span($0))" }
        let took = row.duration.map { "took \(span($0 / 1_000))" }
        let branch = row.parent == row.seq - 1 ? nil : "on #\(row.parent)"
        let recovered = row.recovered == true ? "recovered by re-running" : nil
        let facts = [after, took, branch, recovered].compactMap(\.self).map { ScreenHTML(" · \($0)") }
        let trouble = row.trouble.map { name in
            let style = name == "skipped" ? "" : "trouble"
            return ScreenHTML(" · <b class=\"\(style)\">\(troubles[name] ?? name)</b>")
        }
        return "<p class=\"moment-facts\"><time>\(time(row.at))</time>\(facts)\(trouble)</p>"
    }

    /// Returns the payload and the error of an action.
    private static func action(_ action: ActionAnswer?) -> ScreenHTML {
        let payload = action?.payload
        // A payload that is not an object is one value without a name.
        let members = payload?.children ?? payload.map { [NodeAnswer.Child(key: "", value: $0)] } ?? []
        let lines = members.map { member in
            var (key, node) = (member.key, member.value)
            // As a result is often wrapped.
            while let only = node.children?.first, node.children?.count == 1, node.value.kind == .object {
                (key, node) = (key + "/" + only.key, only.value)
            }
            let name: ScreenHTML = key.isEmpty ? "" : "<dt>\(key)</dt>"
            return ScreenHTML("<div>\(name)<dd>\(node.value.markup())</dd></div>")
        }
        let fields: ScreenHTML = lines.isEmpty ? "" : "<h3>Payload</h3>\n<dl class=\"story-payload\">\(lines)</dl>\n"
        let isSkipped = action?.row.trouble == "skipped"
        let error = isSkipped ? nil : action?.error.map { ScreenHTML("<p class=\"story-error\">\($0)</p>\n") }
        return "\(fields)\(error)"
    }

    private static func changes(_ moment: StoryMoment) -> ScreenHTML {
        guard moment.action != nil else { return "<p class=\"nothing\">Before any action.</p>" }
        return "<h3>What changed</h3>\n\(DifferenceMarkup(moment.diff).html)"
    }

    /// Returns the causes of an action, from the root.
    private static func chain(_ causes: Why.Answer) -> ScreenHTML {
        guard causes.links.count > 1 || causes.unknown != nil else { return "" }
        var names: [ScreenHTML] = causes.links.reversed().map { "<bdi>\($0.name)</bdi>" }
        if causes.omitted > 0 { names.insert("… \(causes.omitted)", at: 1) }
        let reasons: [UnknownCause.Reason: String] = [
            .pruned: "older than the session", .lost: "cause lost", .damaged: "damaged",
        ]
        if let unknown = causes.unknown {
            names.insert("<em>? \(reasons[unknown.reason] ?? "cause unknown")</em>", at: 0)
        }
        let others = names.dropFirst().map { ScreenHTML(" › \($0)") }
        return "<p class=\"moment-causes\">\(names.first)\(others)</p>\n"
    }

    /// Returns the effects among the causes of an action, with what they were given and how they ended.
    private static func effects(_ causes: Why.Answer) -> ScreenHTML {
        let effects = causes.links.compactMap(\.effect).reversed().map { effect -> ScreenHTML in
            let took = effect.row.outcome?.duration.map { " · took \(span($0 / 1_000))" } ?? ""
            let status = effect.status.map { $0.rawValue == "open" ? " · under way" : " · \($0.rawValue)" } ?? ""
            let name = effect.status == .failed ? "trouble" : ""
            let parts = [("Input", effect.row.effect.input), ("Outcome", effect.row.outcome?.value)]
            let values = parts.compactMap { title, value in
                value.map { ScreenHTML("<div><dt>\(title)</dt><dd>\(lines(NodeAnswer($0)))</dd></div>") }
            }
            return ScreenHTML(
                """
                <h4><bdi>\(effect.name)</bdi> <em class="\(name)">\(status)\(took)</em></h4>
                <dl class="story-payload">\(values)</dl>

                """
            )
        }
        return effects.isEmpty ? "" : "<h3>What led to it</h3>\n\(effects)"
    }

    /// Returns the members of a value, each with its scalars.
    private static func lines(_ node: NodeAnswer, key: String = "") -> ScreenHTML {
        guard let children = node.children, !children.isEmpty else {
            let name: ScreenHTML = key.isEmpty ? "" : "<span class=\"key\">\(key)</span> "
            return "\(name)\(node.value.markup())<br>"
        }
        let inner = children.map { lines($0.value, key: key.isEmpty ? $0.key : "\(key)/\($0.key)") }
        return "\(inner)"
    }

    private static func screen(_ moment: StoryMoment, at time: Int64?) -> ScreenHTML {
        let screenshot = moment.screenshot.map { screenshot in
            let time = moment.screen.screenshot.map { self.time($0.at) } ?? ""
            return ScreenHTML(
                """
                <figure class="screenshot"><img src="data:image/jpeg;base64,\(screenshot.jpeg)" alt="Screenshot">
                <figcaption>Screenshot at \(time)</figcaption></figure>
                """
            )
        }
        let isDrawn = moment.screen.html != nil || moment.screen.text != nil
        guard let screenshot, !isDrawn else { return "\(drawn(moment.screen, at: time))\(screenshot)" }
        return screenshot
    }

    private static func drawn(_ screen: ScreenAnswer, at time: Int64?) -> ScreenHTML {
        let unknown = screen.lastKnown.map { seq in
            ScreenHTML("<p class=\"story-error\">The state is unknown. This is the last known one, after #\(seq).</p>")
        }
        if let html = screen.html {
            let clock = time.map { Self.time($0).dropFirst("2026-01-01 ".count).prefix("09:41".count) } ?? ""
            return """
                \(unknown)<div class="phone"><div class="glass">
                <div class="status-bar" aria-hidden="true"><span>\(clock)</span></div>
                <iframe sandbox title="The app’s screen" srcdoc="\(frame(with: html))"></iframe>
                <div class="home-indicator"></div>
                </div></div>
                """
        }
        if let text = screen.text { return "\(unknown)<div class=\"terminal\"><pre>\(text)</pre></div>" }
        guard let slices = screen.slices, !slices.isEmpty else { return "<p class=\"nothing\">No screen.</p>" }
        let cards = slices.map { slice in
            let members = slice.members.map { member in
                let key: ScreenHTML = member.key.isEmpty ? "" : "<span class=\"key\">\(member.key)</span>"
                let name = member.changed == true ? "changed-member" : ""
                return ScreenHTML("<div class=\"\(name)\">\(key)\(member.value.markup(limit: 60))</div>")
            }
            return ScreenHTML(
                """
                <section class="card \(slice.changed == true ? "changed" : "")">
                <h4>\(slice.name)</h4>\(members)</section>
                """
            )
        }
        return "\(unknown)\(cards)"
    }

    /// Returns the page of a screen, for an attribute.
    private static func frame(with html: String) -> ScreenHTML {
        // An empty `data-use` turns off the cursors of a screen that can be used.
        let page = systemThemed(DocumentPage.frame).replacing("<html", with: "<html data-use=\"\"", maxReplacements: 1)
            .replacing("</body>", with: "\(html)</body>", maxReplacements: 1)
        return ScreenHTML(markup: page.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))
    }

    /// Returns a style sheet whose dark theme is that of the system. Paper is light.
    private static func systemThemed(_ style: String) -> String {
        style.replacing(/(html|:root)\[data-theme=dark\]([^{}]*)\{([^}]*)\}/) { match in
            "@media screen and (prefers-color-scheme: dark) { \(match.1)\(match.2){\(match.3)} }"
        }
    }

    private static func time(_ microseconds: Int64) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: true
        )
        return Date(microseconds: microseconds).formatted(style) + " UTC"
    }

    /// Returns a text for a length of time, in microseconds.
    private static func span(_ microseconds: Int64) -> String {
        let seconds = Double(microseconds) / 1_000_000
        // The page is in English.
        let number = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US_POSIX"))
        return switch microseconds.magnitude {
        case ..<1_000: "\(microseconds) µs"
        case ..<1_000_000: "\((seconds * 1_000).formatted(number.precision(.significantDigits(1...3)))) ms"
        case ..<60_000_000: "\(seconds.formatted(number.precision(.fractionLength(0...2)))) s"
        default:
            Duration.seconds(seconds)
                .formatted(.units(allowed: [.days, .hours, .minutes, .seconds]).locale(number.locale))
        }
    }
}
