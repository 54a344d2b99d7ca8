import TestSupport
import Testing

/// What a screen reader gets from the page.
struct AccessibilityTree {
    /// An element with its role, name, value and states, such as `expanded` and `selected`.
    struct Node {
        let role, name: String
        let value: String?
        let states: [String: String]
    }

    let nodes: [Node]

    init(of browser: Browser) async throws {
        func value(_ member: Any?) -> String? { (member as? [String: Any])?["value"].map { "\($0)" } }
        let answer = try await browser.devTools("Accessibility.getFullAXTree", [:]) as? [String: Any]
        let found = try #require(answer?["nodes"] as? [[String: Any]])
        nodes = found.filter { $0["ignored"] as? Bool != true }.map { node in
            var states: [String: String] = [:]
            for property in node["properties"] as? [[String: Any]] ?? [] {
                guard let name = property["name"] as? String else { continue }
                states[name] = value(property["value"])
            }
            let role = value(node["role"]) ?? ""
            return Node(role: role, name: value(node["name"]) ?? "", value: value(node["value"]), states: states)
        }
    }

    /// Returns the first element with a role and a name.
    func node(_ role: String, _ name: String) -> Node? {
        nodes.first { $0.role == role && $0.name == name }
    }

    /// Returns the element that has the focus.
    var focused: Node? { nodes.last { $0.states["focused"] == "1" || $0.states["focused"] == "true" } }

    /// True for a state that is on.
    static func isOn(_ state: String?) -> Bool { state == "1" || state == "true" }
}
