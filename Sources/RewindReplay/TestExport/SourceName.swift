import RewindSession

/// The name of a type in source code.
struct SourceName: Hashable {
    /// The name, including enclosing types but not the module.
    let name: String
    /// The modules of the type and of its generic arguments.
    let modules: [String]
    /// True if other files can refer to the type, so it is neither private nor local.
    let isReachable: Bool

    init(_ type: Any.Type) {
        let name = String(reflecting: type)
        isReachable = !name.contains("(unknown context at ")
        self.name = TypeName.withoutModules(name)
        modules = name.split { !($0 == "." || $0 == "_" || $0.isLetter || $0.isNumber) }
            .filter { !$0.hasPrefix(".") && $0.contains(".") }
            .compactMap { $0.split(separator: ".").first.map(String.init) }
    }

    /// The module of the type itself.
    var module: String? { modules.first }
}
