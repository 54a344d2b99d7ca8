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

extension Condition {
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

extension Substring {
    fileprivate var trimmingWhiteSpace: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
