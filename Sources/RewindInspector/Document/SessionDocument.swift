import Foundation
import RewindHTML
import RewindTree

/// A part of a session as one HTML file, which needs no server and loads nothing.
package struct SessionDocument: Sendable {
    enum Contents {
        /// The inspector's page with the recording of some actions in it.
        case actions(from: Int, to: Int)
        /// Moments to read, print, and attach to a ticket. There are no scripts.
        case story(Story)
    }

    /// The contents of the file.
    package struct Request: Sendable {
        let contents: Contents
        /// The maximum size, in bytes.
        let limit: Int
        let made: DocumentMaking

        /// Requests the inspector's page from a state on, up to an action, which must be greater.
        package init(from: Int, to: Int, limit: Int, version: String, now: Date = Date()) {
            (contents, self.limit) = (.actions(from: from, to: to), limit)
            made = DocumentMaking(version: version, now: now)
        }

        /// Requests moments to read, in this order, each of them once.
        package init(
            seqs: some Sequence<Int>,
            title: String? = nil,
            notes: [Int: String] = [:],
            limit: Int,
            version: String,
            now: Date = Date()
        ) {
            var known: Set<Int> = []
            let story = Story(title: title, seqs: seqs.filter { known.insert($0).inserted }, notes: notes)
            (contents, self.limit) = (.story(story), limit)
            made = DocumentMaking(version: version, now: now)
        }
    }

    /// Moments as a person told them.
    struct Story {
        /// Nil for the name of the file.
        let title: String?
        let seqs: [Int]
        /// Texts to moments, in place of the notes of their bookmarks.
        let notes: [Int: String]
    }

    /// An error for a file that exceeds its limit.
    package struct TooLarge: Error, Hashable, Sendable, CustomStringConvertible {
        package let limit: Int
        /// The last action with which the file would fit; nil if no part fits.
        package let fits: Int?

        package var description: String { "The page exceeds \(CountedNoun.text(limit, "byte"))." }
    }

    package let bytes: [UInt8]
    /// The number of moments to read.
    package let moments: Int

    /// Creates the document. `working` returns a function that receives each seq and may throw to cancel.
    ///
    /// - Complexity: Linear in the actions and the sizes of their screens; the document is kept in memory.
    /// - Throws: `TooLarge`, `InspectorError.noSuchState`, `SessionError`, or an error of `working`.
    package init(
        of session: InspectedFile,
        app: InspectedApp,
        _ request: Request,
        working: @Sendable () -> (Int) throws -> Void
    ) async throws {
        let name = session.url.lastPathComponent
        let inspected = InspectedSession(id: 0, url: session.url, file: name, app: app)
        switch request.contents {
        case .actions(let from, let to):
            bytes = try await inspected.document(from: from, to: to, request, progress: working)
            moments = 0
        case .story(let story):
            bytes = try await inspected.story(story, request, progress: working)
            moments = story.seqs.count
        }
        await inspected.close()
    }
}

/// The page that contains a recording.
struct DocumentPage {
    /// The text before and after the recording.
    let head, tail: [UInt8]

    private static let script = PageScript("main.js", replacing: ["core/api.js": "offline/recorded-api.js"]).text

    /// The HTML page in which screens are shown.
    static var frame: String { PageAsset.text("frame.html") }

    /// Creates the page for a session file.
    ///
    /// - Parameters:
    ///   - part: The description of the part.
    ///   - made: The time and the tool of the export.
    init(file: String, part: String, made: String) {
        let hash = Data(Digest(of: Array(Self.script.utf8)).bytes).base64EncodedString()
        var styles: [String] = []
        var lines: [String] = []
        for line in ComposedPage.lines {
            if let style = ComposedPage.style(in: line) {
                styles.append(PageAsset.text(style))
            } else if line.hasPrefix("<title>") {
                // Browsers apply this page's policy to the styles of a screen, too.
                lines.append(
                    """
                    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(hash)'; \
                    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
                    <title>\(ScreenHTML(text: "\(file), \(part), \(made)").markup)</title>
                    """
                )
            } else if line.hasPrefix("</head>") {
                styles.append(PageAsset.text("offline/offline.css"))
                lines += ["<style>\n\(styles.joined())</style>", String(line)]
            } else if line.hasPrefix("<main") {
                lines += [
                    ScreenHTML("<p class=\"part\"><b><bdi>\(file)</bdi></b>: \(part), \(made)</p>").markup,
                    String(line),
                ]
            } else if !line.hasPrefix("<script ") {
                lines.append(String(line))
            }
        }
        let whole = lines.joined(separator: "\n").split(separator: "</body>", maxSplits: 1)
        head = Array("\(whole.first ?? "")<script type=\"application/json\" id=\"recording\">".utf8)
        tail = Array("</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n".utf8)
    }
}
