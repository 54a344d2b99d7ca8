import RewindAnswers
import RewindServer
import RewindTree

/// The query parameters of a request.
struct RequestParameters {
    private let values: [(name: String, value: String)]

    init(_ request: Request) {
        values = request.parameters
    }

    func text(_ name: String) -> String? {
        values.first { $0.name == name }?.value
    }

    func texts(_ name: String) -> [String] {
        values.filter { $0.name == name }.map(\.value)
    }

    /// Returns the question with these parameters.
    ///
    /// - Throws: `InspectorError.badParameter`, or an error of a value.
    func question<Asked: Question>(_: Asked.Type) throws -> Asked {
        let names = Asked.parameters.map(\.name) + ["values"]
        if let other = values.first(where: { !names.contains($0.name) }) {
            throw InspectorError.badParameter(other.name)
        }
        let members = try Asked.parameters.compactMap { parameter -> (String, Tree)? in
            let texts = texts(parameter.name)
            switch parameter.kind {
            case .list: return (parameter.name, Tree(elements: texts.map { .string($0) }))
            case .flag: return (parameter.name, .bool(texts.first == "1"))
            case .count: return try number(parameter.name).map { (parameter.name, .integer(Int64($0))) }
            case .pointer, .reference, .expression, .text, .word, .duration:
                if parameter.isRequired, texts.isEmpty { throw InspectorError.badParameter(parameter.name) }
                return texts.first.map { (parameter.name, .string($0)) }
            }
        }
        return try TreeDecoder().decode(Asked.self, from: Tree(members: members))
    }

    /// Returns a number; nil if the parameter is missing.
    ///
    /// - Throws: `InspectorError.badParameter` if it is not a number.
    func number(_ name: String) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), abs(number) <= 1 << 52 else { throw InspectorError.badParameter(name) }
        return number
    }

    /// Returns a number.
    ///
    /// - Throws: `InspectorError.badParameter` if the parameter is missing or not a number.
    func requiredNumber(_ name: String) throws -> Int {
        guard let number = try number(name) else { throw InspectorError.badParameter(name) }
        return number
    }

    /// Returns all values of a parameter, as numbers.
    ///
    /// - Throws: `InspectorError.badParameter` if one is not a number.
    func numbers(_ name: String) throws -> [Int] {
        try texts(name).map { text in
            guard let number = Int(text) else { throw InspectorError.badParameter(name) }
            return number
        }
    }

    /// Returns a real number; nil if the parameter is missing.
    ///
    /// - Throws: `InspectorError.badParameter` if it is not a finite number.
    func real(_ name: String) throws -> Double? {
        guard let text = text(name) else { return nil }
        guard let number = Double(text), number.isFinite else { throw InspectorError.badParameter(name) }
        return number
    }

    /// Returns a pointer, by default the root.
    ///
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

    /// Returns the filter of the list.
    ///
    /// - Throws: `InspectorError.badParameter`.
    func filter() throws -> ListFilter {
        let hidden = try (text("hide") ?? "").split(separator: ",").map { part in
            guard let number = Int(part), number >= -1, number < ActionColumns.maximumSlices else {
                throw InspectorError.badParameter("hide")
            }
            return number
        }
        return ListFilter(
            text("filter") ?? "",
            hidden: hidden,
            foldsNoise: text("fold") == "1",
            groupsByCause: text("group") == "1"
        )
    }
}
