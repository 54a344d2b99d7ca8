/// A strict parser for the HTML of screens: anything that a browser would have to correct is an error.
struct Markup {
    struct Element: Equatable {
        let name: String
        let attributes: [String: String]
    }

    enum Flaw: Error {
        case unexpected(Unicode.Scalar, at: Int)
        case unknownReference(String)
        case unbalanced(String)
        case endsEarly
    }

    /// The elements, in the order of their start tags.
    private(set) var elements: [Element] = []
    /// All text outside of tags.
    private(set) var text = ""

    // Scalars, as in browsers: a combining mark after a tag is not part of it.
    private var rest: Substring.UnicodeScalarView
    private var open: [String] = []

    init(_ page: String) throws {
        rest = page[...].unicodeScalars
        while let character = rest.popFirst() {
            switch character {
            case "<": try readTag()
            case "&": text += try reference()
            case ">": throw Flaw.unexpected(character, at: rest.count)
            default: text.unicodeScalars.append(character)
            }
        }
        guard open.isEmpty else { throw Flaw.unbalanced(open.joined(separator: " ")) }
    }

    private mutating func readTag() throws {
        if rest.first == "/" {
            rest.removeFirst()
            let name = try self.name()
            guard open.popLast() == name else { throw Flaw.unbalanced(name) }
            try expect(">")
            return
        }
        let name = try self.name()
        var attributes: [String: String] = [:]
        while rest.first == " " {
            rest.removeFirst()
            let attribute = try self.name()
            try expect("=")
            try expect("\"")
            guard attributes.updateValue(try value(), forKey: attribute) == nil else {
                throw Flaw.unbalanced(attribute)
            }
        }
        elements.append(Element(name: name, attributes: attributes))
        if rest.first == "/" {
            rest.removeFirst()
        } else if name != "hr" {
            open.append(name)
        }
        try expect(">")
        if name == "style" {
            guard let end = rest.firstRange(of: "</".unicodeScalars) else { throw Flaw.endsEarly }
            rest = rest[end.lowerBound...]
        }
    }

    private mutating func name() throws -> String {
        let name = rest.prefix {
            $0 == "-" || $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        }
        guard !name.isEmpty else { throw Flaw.unexpected(rest.first ?? " ", at: rest.count) }
        rest.removeFirst(name.count)
        return String(name)
    }

    private mutating func value() throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "<", ">", "'": throw Flaw.unexpected(character, at: rest.count)
            case "&": value += try reference()
            default: value.unicodeScalars.append(character)
            }
        }
        throw Flaw.endsEarly
    }

    private mutating func reference() throws -> String {
        let name = rest.prefix(8).prefix { $0 != ";" }
        let characters = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
        guard let character = characters[String(name)] else { throw Flaw.unknownReference(String(name)) }
        rest.removeFirst(name.count)
        try expect(";")
        return character
    }

    private mutating func expect(_ character: Unicode.Scalar) throws {
        guard let next = rest.popFirst() else { throw Flaw.endsEarly }
        guard next == character else { throw Flaw.unexpected(next, at: rest.count) }
    }
}
