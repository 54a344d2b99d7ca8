import Foundation

/// A measured figure and its target.
struct Figure: Encodable {
    let name: String
    let value: Double
    let unit: String
    /// The target; nil if the design sets none.
    var target: Double?
    /// True if the target is an upper bound.
    var isUpperBound = true
    /// The ratio to the value of the peer.
    var ratio: Double?
    /// The peer, measured in the same run.
    var against: String?

    /// True if the target is met; nil without one.
    var ok: Bool? {
        target.map { isUpperBound ? value <= $0 : value >= $0 }
    }

    fileprivate enum CodingKeys: String, CodingKey {
        case name, value, unit, target, ok, ratio, against
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(target, forKey: .target)
        try container.encode(ok, forKey: .ok)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(against, forKey: .against)
    }

    /// The figure as a line of the table.
    var line: String {
        let mark = ok.map { $0 ? "ok  " : "MISS" } ?? "    "
        let bound = target.map { "\(isUpperBound ? "≤" : "≥") \(Self.text($0))" } ?? ""
        let peer = ratio.map { "\(Self.text($0))x \(against ?? "")" } ?? ""
        return [
            mark, Self.padded(name, 46), Self.padded(Self.text(value), 12, left: true), Self.padded(unit, 10),
            Self.padded(bound, 12), peer,
        ].joined(separator: " ")
    }

    /// Reads the ratios in an output of `figures --json`, by the names of the figures and their peers.
    static func ratios(in path: String) throws -> [String: Double] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let figures = try lines.map { try JSONDecoder().decode(Figure.self, from: Data($0.utf8)) }
        return Dictionary(figures.compactMap { figure in figure.ratio.map { (figure.key, $0) } }) { $1 }
    }

    /// A ratio is compared with the one of the same peer.
    private var key: String { "\(name), to \(against ?? "")" }

    /// Returns a line if the ratio is half as large again as it was, or less than two thirds of it, or new. Ratios of one
    /// run hardly depend on the machine, except for the slowest percent, which is not compared.
    func change(since earlier: [String: Double]) -> String? {
        guard let ratio, !name.hasSuffix("p99") else { return nil }
        guard let before = earlier[key] else { return "new   \(key): \(Self.text(ratio))x" }
        guard !(0.66...1.5).contains(ratio / before) else { return nil }
        return "moved \(key): \(Self.text(before))x → \(Self.text(ratio))x"
    }

    private static func text(_ value: Double) -> String {
        value >= 1000 ? String(Int(value.rounded())) : String(format: "%.3g", value)
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }
}

extension Figure: Decodable {
    /// Decodes a figure; a target is taken for an upper bound.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            value: try container.decode(Double.self, forKey: .value),
            unit: try container.decode(String.self, forKey: .unit),
            target: try container.decodeIfPresent(Double.self, forKey: .target),
            ratio: try container.decodeIfPresent(Double.self, forKey: .ratio),
            against: try container.decodeIfPresent(String.self, forKey: .against)
        )
    }
}
