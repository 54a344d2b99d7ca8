/// The modules bundled as one script, for a page that may not load anything. Each module is a function that is called
/// at its first import.
///
/// Supports only the syntax that the page uses: `import { a, b as c } from './x.js'` and `import './x.js'` on a line, and
/// `export const|function|class name` at the beginning of one, without circular imports.
struct PageScript {
    let text: String

    /// Bundles the module `main` and everything that it imports.
    ///
    /// - Parameter replacements: Modules to use in place of others, by name.
    init(_ main: String, replacing replacements: [String: String] = [:]) {
        let syntax = Syntax()
        var modules: [String] = []
        var known: Set<String> = []
        var waiting = [main]
        while let name = waiting.popLast() {
            guard known.insert(name).inserted, let source = PageAsset.texts[name] else { continue }
            let module = Module(name, source, replacements, syntax)
            waiting += module.imported
            modules.append("'\(name)': () => {\n\(module.body)\n},")
        }
        text = """
            'use strict';
            (() => {
            const $made = {};
            const $use = name => ($made[name] ??= $modules[name]());
            const $modules = {
            \(modules.joined(separator: "\n"))
            };
            $use('\(main)');
            })();
            """
    }

    /// The lines that are rewritten. Evaluating a literal compiles the regular expression, so once for all modules.
    private struct Syntax {
        let importing = /import (?:\{(.*)\} from )?'(.+)';/
        let exporting = /export ((?:async )?(?:const|function\*?|class) (\w+).*)/
    }

    private struct Module {
        private(set) var imported: [String] = []
        private(set) var body: String

        init(_ file: String, _ source: String, _ replacements: [String: String], _ syntax: Syntax) {
            let folder = file.split(separator: "/").dropLast().joined(separator: "/")
            func name(of path: Substring) -> String {
                var parts = folder.split(separator: "/")
                for part in path.split(separator: "/") where part != "." {
                    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
                }
                let name = parts.joined(separator: "/")
                return replacements[name] ?? name
            }
            var exported: [Substring] = []
            var lines: [Substring] = []
            for var line in source.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("import "), let match = line.wholeMatch(of: syntax.importing) {
                    let name = name(of: match.2)
                    imported.append(name)
                    let constants = match.1.map { "const {\($0.replacing(" as ", with: ": "))} = " } ?? ""
                    line = "\(constants)$use('\(name)');"
                } else if line.hasPrefix("export "), let match = line.wholeMatch(of: syntax.exporting) {
                    exported.append(match.2)
                    line = match.1
                }
                lines.append(line)
            }
            body = "\(lines.joined(separator: "\n"))return { \(exported.joined(separator: ", ")) };"
        }
    }
}
