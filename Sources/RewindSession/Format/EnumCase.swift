/// The case of an enum value, as a mirror shows it, without running code of the app.
package struct EnumCase {
    package let name: String
    /// True if the case has no associated values.
    package let isPlain: Bool
    /// The only associated value of the case, or the one labeled `action`, with its label, if it has one.
    package let payload: (label: String?, value: Any)?

    /// The payload if it is an action inside this one, whose case continues the name; nil if it is data.
    ///
    /// A value labeled `action` is an action, and so is the result of an operation. Inside a type that is named an action,
    /// an event, or a message, values are whose type is, too, or is in one, as `Home.Action`, `RowAction`, and
    /// `Home.Action.Alert`. Inside other types, all values are, unless their cases can be enumerated or have raw values.
    package var inner: (label: String?, value: Any)? {
        payload.flatMap { Self.isAction($0.value, in: enclosing, label: $0.label) ? $0 : nil }
    }

    private let enclosing: Any

    /// True if the case only says to which element of a list an action belongs, as in `.element(id: 1, action: .saved)`.
    package var isElement: Bool { name == "element" && payload?.label == "action" }

    /// Reads the case of a value; nil if the value is not an enum, or its case is not visible.
    package init?(of value: Any) {
        guard !(value is any CustomReflectable) else { return nil }
        enclosing = value
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return nil }
        guard let child = mirror.children.first, let label = child.label else {
            // The description of a case without values is its name, unless the type provides a different one.
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
            let member = members.children.first { $0.label == "action" || members.children.count == 1 }
            payload = member.map { ($0.label, $0.value) }
        } else {
            payload = (nil, child.value)
        }
    }

    private static func isAction(_ value: Any, in enclosing: Any, label: String?) -> Bool {
        if label == "action" || value is any ResultValue { return true }
        let (outer, inner) = (names(of: type(of: enclosing)), names(of: type(of: value)))
        for kind in ["Action", "Event", "Message"] where outer.contains(where: { $0.hasSuffix(kind) }) {
            return inner.contains { $0.hasSuffix(kind) }
        }
        return !(value is any CaseIterable || value is any RawRepresentable)
    }

    /// Returns the names of a type and of the types around it, without generic arguments.
    private static func names(of type: Any.Type) -> [Substring] {
        var depth = 0
        let name = _typeName(type).replacing("->", with: "").filter { character in
            if character == "<" { depth += 1 }
            defer { if character == ">" { depth -= 1 } }
            return depth == 0
        }
        return name.split(separator: ".")
    }

    /// The maximum number of nested enums in a path: an enum may contain itself, any number of times.
    package static let maximumNamedCount = 16

    /// Returns the names of the case and of nested cases, at most `limit`: `["row", "delete"]` for `.row(.delete)`, and
    /// `["rows", "delete"]` for `.rows(.element(id: 1, action: .delete))`.
    package static func path(of value: Any, limit: Int = maximumNamedCount) -> [String] {
        guard limit > 0, let outer = EnumCase(of: value) else { return [] }
        let inner = outer.inner.map { path(of: $0.value, limit: limit - 1) } ?? []
        return outer.isElement && !inner.isEmpty ? inner : [outer.name] + inner
    }
}

private protocol ResultValue {}
extension Result: ResultValue {}
