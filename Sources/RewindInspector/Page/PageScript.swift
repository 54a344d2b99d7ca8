#if os(macOS) || os(Linux)

/// The modules bundled as one script, for a page that may not load anything. Each module is a function that is called
/// at its first import.
///
/// Supports only the syntax that the page uses: `import { a, b as c } from './x.js'`, `import './x.js'`,
/// `export const|function|class name`, and `export { a, b }`, each at the beginning of a line, without circular imports.
struct PageScript {
    let text: String

    /// Bundles the module `main` and everything that it imports.
    ///
    /// - Parameter replacements: Modules to use in place of others, by name.
    init(_ main: String, replacing replacements: [String: String] = [:]) {
        var modules: [String] = []
        var known: Set<String> = []
        var waiting = [main]
        while let name = waiting.popLast() {
            guard known.insert(name).inserted, let source = PageAsset.texts[name] else { continue }
            let module = Module(name, source, replacements)
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

    private struct Module {
        private(set) var imported: [String] = []
        private(set) var body: String

        init(_ file: String, _ source: String, _ replacements: [String: String]) {
            let folder = file.split(separator: "/").dropLast().joined(separator: "/")
            func name(of path: Substring) -> String {
                var parts = folder.split(separator: "/")
                for part in path.split(separator: "/") where part != "." {
                    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
                }
                let name = parts.joined(separator: "/")
                return replacements[name] ?? name
            }
            var exported: [String] = []
            var imported: [String] = []
            var text = source
            text.replace(/^import \{([^}]*)\} from '([^']+)';$/.anchorsMatchLineEndings()) { match in
                imported.append(name(of: match.2))
                return "const {\(match.1.replacing(" as ", with: ": "))} = $use('\(name(of: match.2))');"
            }
            text.replace(/^import '([^']+)';$/.anchorsMatchLineEndings()) { match in
                imported.append(name(of: match.1))
                return "$use('\(name(of: match.1))');"
            }
            text.replace(/^export \{([^}]*)\};$/.anchorsMatchLineEndings()) { match in
                exported.append(match.1.split(separator: " ").joined(separator: " "))
                return ""
            }
            text.replace(/^export ((?:async )?(?:const|function\*?|class) )(\w+)/.anchorsMatchLineEndings()) { match in
                exported.append(String(match.2))
                return "\(match.1)\(match.2)"
            }
            self.imported = imported
            body = "\(text)return { \(exported.joined(separator: ", ")) };"
        }
    }
}

#endif
