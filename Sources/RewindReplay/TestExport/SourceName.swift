import RewindSession

/// How source code names a type.
struct SourceName: Hashable {
    /// The name with those of the types around it, but not that of its module.
    let name: String
    /// The modules of the type, and of those that it is made of.
    let modules: [String]
    /// Whether other files can name it: no private or local type.
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
