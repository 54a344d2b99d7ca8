/// An EXPR as parts that must all be true: the operands of AND at its top level.
///
/// The expression is true exactly where all parts are true. Where one is not, another one may fail, although the whole
/// expression does not evaluate it.
package struct Conjunction {
    package let parts: [Condition]

    /// Splits an expression. If that is not possible, the expression is the only part.
    ///
    /// - Parameter compile: Compiles a part; one that does not compile alone cannot be split off.
    /// - Throws: `TimelineError.malformedExpression` if the expression does not compile.
    package init(_ text: String, compile: (String) throws -> Condition) throws {
        let whole = try compile(text)
        let texts = Self.operands(of: text)
        let parts = texts.count > 1 ? try? texts.map { try compile(String($0)) } : nil
        self.parts = parts ?? [whole]
    }

    /// Returns the operands of AND outside parentheses and CASE. The AND of BETWEEN is another one. OR binds weaker, so
    /// an expression with OR is one operand.
    private static func operands(of text: String) -> [Substring] {
        var operands: [Substring] = []
        var start = text.startIndex
        var (parentheses, cases, betweens) = (0, 0, 0)
        for token in text[...].sqlTokens {
            switch token {
            case "(": parentheses += 1
            case ")": parentheses -= 1
            default: break
            }
            // An expression may close a pair that surrounds it when it is compiled, and open another one.
            if parentheses < 0 { return [text[...]] }
            guard parentheses == 0 else { continue }
            switch token.uppercased() {
            case "CASE": cases += 1
            case "END": cases -= 1
            case _ where cases > 0: break
            case "OR": return [text[...]]
            case "BETWEEN": betweens += 1
            case "AND" where betweens > 0: betweens -= 1
            case "AND":
                operands.append(text[start..<token.startIndex])
                start = token.endIndex
            default: break
            }
        }
        return (operands + [text[start...]]).map { $0.trimmingWhiteSpace }
    }
}

/// The values for which an EXPR that compares `at('/pointer')` with a literal can be true.
package enum ValueRange: Hashable, Sendable {
    /// This text.
    case text(String)
    /// The numbers from one to another, both included; also texts if the second one is infinite. Rounding only adds some.
    case numbers(from: Double, to: Double)
}

extension Condition {
    /// The values for which the expression can be true, if it is `at('/pointer')` with `=`, `==`, `<`, `<=`, `>`, `>=`,
    /// or `BETWEEN` and literals; nil for any other one.
    package var range: ValueRange? {
        let tokens = text[...].sqlTokens
        guard tokens.count > 5, tokens[0].uppercased() == "AT", tokens[1] == "(", tokens[3] == ")",
            tokens[2].first == "'"
        else { return nil }
        let rest = tokens[4...]
        if rest.first?.uppercased() == "BETWEEN" {
            let parts = rest.dropFirst().split(maxSplits: 1) { $0.uppercased() == "AND" }.map(\.number)
            guard parts.count == 2, let from = parts[0], let to = parts[1] else { return nil }
            return .numbers(from: from.lowerBound, to: to.upperBound)
        }
        let sign = rest.prefix { "<=>".contains($0) }
        let operand = rest.dropFirst(sign.count)
        if operand.count == 1, let literal = operand.first, literal.first == "'" {
            guard ["=", "=="].contains(sign.joined()) else { return nil }
            return .text(String(literal.dropFirst().dropLast()).replacing("''", with: "'"))
        }
        guard let number = operand.number else { return nil }
        let (least, greatest) = (number.lowerBound, number.upperBound)
        let isExact = least == greatest
        return switch sign.joined() {
        case "=", "==": .numbers(from: least, to: greatest)
        case "<": .numbers(from: -.infinity, to: isExact ? greatest.nextDown : greatest)
        case "<=": .numbers(from: -.infinity, to: greatest)
        case ">": .numbers(from: isExact ? least.nextUp : least, to: .infinity)
        case ">=": .numbers(from: least, to: .infinity)
        default: nil
        }
    }

    /// True if the expression is `at('/pointer') IS NULL`, false if it is `at('/pointer') IS NOT NULL`, and nil for any
    /// other one.
    package var testsForNull: Bool? {
        let tokens = text[...].sqlTokens.map { $0.uppercased() }
        guard tokens.count > 4, tokens[0] == "AT", tokens[1] == "(", tokens[2].first == "'", tokens[3] == ")" else {
            return nil
        }
        return switch tokens[4...] {
        case ["IS", "NULL"], ["ISNULL"]: true
        case ["IS", "NOT", "NULL"], ["NOT", "NULL"], ["NOTNULL"]: false
        default: nil
        }
    }
}

extension ArraySlice<Substring> {
    /// The range of the number that the tokens are the literal of; nil for others.
    ///
    /// It is one number if that is an integer which has no other one that is rounded to it. SQLite can read other
    /// literals a little differently.
    fileprivate var number: ClosedRange<Double>? {
        let text = joined()
        guard text.wholeMatch(of: #/[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/#) != nil else { return nil }
        guard let number = Double(text.replacing(#/\.(?![0-9])/#, with: "")) else { return nil }
        if number.rounded() == number, abs(number) < 0x1p53 { return number...number }
        let (least, greatest) = (number - abs(number) * 1e-12, number + abs(number) * 1e-12)
        return least.isFinite && greatest.isFinite ? least...greatest : nil
    }
}

extension Substring {
    fileprivate var trimmingWhiteSpace: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
