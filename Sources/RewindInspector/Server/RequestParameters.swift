#if os(macOS) || os(Linux)

import HummingbirdCore
import RewindTree

/// What is behind the question mark of a request.
struct RequestParameters {
    private let values: [(name: String, value: String)]

    init(_ uri: URI) {
        values = uri.queryParameters.map { (String($0.key), String($0.value)) }
    }

    func text(_ name: String) -> String? {
        values.first { $0.name == name }?.value
    }

    func texts(_ name: String) -> [String] {
        values.filter { $0.name == name }.map(\.value)
    }

    /// - Throws: `InspectorError.badParameter` where it is there and no number.
    func number(_ name: String) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), abs(number) <= 1 << 52 else { throw InspectorError.badParameter(name) }
        return number
    }

    /// - Throws: `InspectorError.badParameter` where it is missing, or no number.
    func requiredNumber(_ name: String) throws -> Int {
        guard let number = try number(name) else { throw InspectorError.badParameter(name) }
        return number
    }

    /// - Throws: `InspectorError.badParameter` where it is there and no finite number.
    func real(_ name: String) throws -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), number.isFinite else { throw InspectorError.badParameter(name) }
        return number
    }

    /// - Throws: `InspectorError.badPointer`.
    func pointer(_ name: String = "pointer") throws -> Pointer {
        try Self.pointer(text(name) ?? "")
    }

    static func pointer(_ text: String) throws -> Pointer {
        do {
            return try Pointer(parsing: text)
        } catch {
            throw InspectorError.badPointer(text)
        }
    }

    /// - Throws: `InspectorError.badParameter`.
    func filter() throws -> ListFilter {
        let hidden = try (text("hide") ?? "").split(separator: ",").map { part in
            guard let number = Int(part), number >= -1, number < ActionColumns.Slices.limit else {
                throw InspectorError.badParameter("hide")
            }
            return number
        }
        return ListFilter(text("filter") ?? "", hidden: hidden, foldsNoise: text("fold") == "1")
    }
}

#endif
