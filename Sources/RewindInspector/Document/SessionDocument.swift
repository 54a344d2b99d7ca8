#if os(macOS) || os(Linux)

import Foundation
import RewindTree

/// A part of a session as one HTML file: the inspector's page with the recording in it, which needs no server and fetches
/// nothing.
package struct SessionDocument: Sendable {
    /// What the file is to show.
    package struct Request: Sendable {
        /// The seqs of the state that it begins with, and of its last action, which is behind that.
        let from, to: Int
        /// How many bytes it may have.
        let limit: Int
        /// That of the tool.
        let version: String
        let now: Date

        package init(from: Int, to: Int, limit: Int, version: String, now: Date = Date()) {
            (self.from, self.to, self.limit, self.version, self.now) = (from, to, limit, version, now)
        }
    }

    /// The file would be larger than it may be.
    package struct TooLarge: Error, Hashable, Sendable {
        package let limit: Int
        /// The last action with which it would not be; nil where there is none.
        package let fits: Int?
    }

    package let bytes: [UInt8]

    /// Makes the document; `working` gives what is told up to which action it is made, and may throw to end it.
    ///
    /// - Complexity: linear in the actions and the sizes of their screens, and in the document's size in memory.
    /// - Throws: `TooLarge`, `SessionError`, what `working` throws.
    package init(
        of session: InspectedFile,
        app: InspectedApp,
        _ request: Request,
        working: @Sendable () -> (Int) throws -> Void
    ) async throws {
        let name = session.url.lastPathComponent
        let inspected = InspectedSession(id: 0, url: session.url, file: name, app: app)
        bytes = try await inspected.document(request, progress: working)
    }
}

/// The page around a recording.
struct DocumentPage {
    /// What stands in front of the recording, and behind it.
    let head, tail: [UInt8]

    /// The page of screens.
    static var frame: String { PageAsset.text("frame.html") }

    /// - Parameters:
    ///   - part: what is shown, in words.
    ///   - made: when and by what.
    init(file: String, part: String, made: String) {
        let script = PageScript("main.js", replacing: ["core/api.js": "offline/recorded-api.js"]).text
        let hash = Data(Digest(of: Array(script.utf8)).bytes).base64EncodedString()
        var styles: [String] = []
        var lines: [String] = []
        for line in ComposedPage.lines {
            if let style = ComposedPage.style(in: line) {
                styles.append(PageAsset.text(style))
            } else if line.hasPrefix("<title>") {
                // A style in the page of a screen is one of this page, to the browser.
                lines.append(
                    """
                    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-\(hash)'; \
                    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
                    <title>\(Self.escaped("\(file), \(part), \(made)"))</title>
                    """
                )
            } else if line.hasPrefix("</head>") {
                styles.append(PageAsset.text("offline/offline.css"))
                lines += ["<style>\n\(styles.joined())</style>", String(line)]
            } else if line.hasPrefix("<main") {
                lines += [
                    "<p class=\"part\"><b><bdi>\(Self.escaped(file))</bdi></b>: \(Self.escaped("\(part), \(made)"))</p>",
                    String(line),
                ]
            } else if !line.hasPrefix("<script ") {
                lines.append(String(line))
            }
        }
        let whole = lines.joined(separator: "\n").split(separator: "</body>", maxSplits: 1)
        head = Array("\(whole.first ?? "")<script type=\"application/json\" id=\"recording\">".utf8)
        tail = Array("</script>\n<script>\(script)</script>\n</body>\n</html>\n".utf8)
    }

    /// A text as it stands in HTML; what is not seen, or turns what is around it, is not in it.
    private static func escaped(_ text: String) -> String {
        let entities: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        return text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: entities[scalar] ?? String(scalar)
            }
        }.joined()
    }
}

#endif
