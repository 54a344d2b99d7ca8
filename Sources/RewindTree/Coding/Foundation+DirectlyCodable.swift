import Foundation

extension Date: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree {
        DateText.text(of: self).map { .string($0) } ?? Tree(timeIntervalSinceReferenceDate)
    }

    static func decodeDirectly(from reader: TreeReader) throws -> Date {
        if case .string(let text) = reader.tree, let date = DateText.date(of: text) { return date }
        if case .string(let text) = reader.tree, !["nan", "inf", "-inf"].contains(text) {
            throw reader.corrupted(Date.self)
        }
        return Date(timeIntervalSinceReferenceDate: try Double.decodeDirectly(from: reader))
    }
}

extension TreeReader {
    /// The tree or, instead of the text of a date, the number that `Date` encodes itself as.
    var number: Tree {
        guard case .string(let text) = tree, let date = DateText.date(of: text), isAdapted else { return tree }
        return Tree(date.timeIntervalSinceReferenceDate)
    }
}

extension Tree {
    /// Creates the lossless tree that a date is encoded as.
    package init(_ date: Date) {
        self = date.tree
    }
}

extension Data: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree {
        .string(base64EncodedString())
    }

    static func makeCoder() -> any Coder { DataCoder() }

    static func decodeDirectly(from reader: TreeReader) throws -> Data {
        let text = try String.decodeDirectly(from: reader)
        guard let data = Data(base64Encoded: text) else { throw reader.corrupted(Data.self) }
        return data
    }
}

extension URL: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree {
        .string(absoluteString)
    }

    static func decodeDirectly(from reader: TreeReader) throws -> URL {
        guard let url = URL(string: try String.decodeDirectly(from: reader)) else { throw reader.corrupted(URL.self) }
        return url
    }
}

extension Decimal: DirectlyEncodable, DirectlyDecodable {
    var tree: Tree {
        Tree(numberText: description) ?? Tree(Double.nan)
    }

    static func decodeDirectly(from reader: TreeReader) throws -> Decimal {
        let value: Decimal?
        switch reader.number {
        case .integer(let number): value = Decimal(number)
        case .double(let number): value = Decimal(string: number.description)
        case .number(let text): value = Decimal(string: text)
        case .string("nan"): return .nan
        default: throw reader.mismatch(Decimal.self)
        }
        guard let value, !value.isNaN else { throw reader.corrupted(Decimal.self) }
        return value
    }
}
