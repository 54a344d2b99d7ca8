/// The page as it is served: one script and one style sheet instead of some eighty files.
enum ComposedPage {
    /// Everything that is served, by name: the page, the script, the style sheet, and the files that they are made of.
    static let assets: [String: PageAsset] = {
        var assets = PageAsset.all
        let styles = lines.compactMap(style).map(PageAsset.text).joined()
        for (name, text) in [
            ("index.html", index), ("page.css", styles), ("page.js", PageScript("main.js").text),
            ("fleet.js", PageScript("fleet/fleet-main.js").text),
        ] {
            assets[name] = PageAsset(name: name, text: text)
        }
        return assets
    }()

    /// The lines of `index.html`.
    static var lines: [Substring] { PageAsset.text("index.html").split(separator: "\n") }

    /// Returns the name of the style sheet that a line of `index.html` links.
    static func style(in line: Substring) -> String? {
        line.firstMatch(of: /<link rel="stylesheet" href="([^"]+)">/).map { String($0.1) }
    }

    private static var index: String {
        lines.filter { style(in: $0) == nil }
            .joined(separator: "\n")
            .replacing("</head>", with: "<link rel=\"stylesheet\" href=\"page.css\">\n</head>", maxReplacements: 1)
    }
}
