/// The case of an enum's value, as a mirror shows it. Nothing of the app's runs for that.
package struct EnumCase {
    package let name: String
    /// Whether it holds nothing.
    package let isPlain: Bool
    /// What it holds when that is one value: its label, if it has one, and the value.
    package let payload: (label: String?, value: Any)?

    /// Looks at a value; nil when it is no enum, or does not let its case be seen.
    package init?(of value: Any) {
        guard !(value is any CustomReflectable) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return nil }
        guard let child = mirror.children.first, let label = child.label else {
            // What is said of it is its name, unless it says something of its own.
            if value is any CustomStringConvertible || value is any CustomDebugStringConvertible { return nil }
            name = String(describing: value)
            isPlain = true
            payload = nil
            return
        }
        name = label
        isPlain = false
        let members = child.value is any CustomReflectable ? nil : Mirror(reflecting: child.value)
        if let members, members.displayStyle == .tuple {
            let member = members.children.count == 1 ? members.children.first : nil
            payload = member.map { ($0.label, $0.value) }
        } else {
            payload = (nil, child.value)
        }
    }

    /// How many enums inside of each other are named: one may hold itself, any number of times.
    package static let mostNamed = 16

    /// The names of the case and of those within, at most `limit`: `["row", "delete"]` for `.row(.delete)`.
    package static func path(of value: Any, limit: Int = mostNamed) -> [String] {
        guard limit > 0, let outer = EnumCase(of: value) else { return [] }
        return [outer.name] + (outer.payload.map { path(of: $0.value, limit: limit - 1) } ?? [])
    }
}
