/// A part of a page that shows a screen of an app. The literal parts are markup, and interpolated values are text:
///
/// ```swift
/// let title: ScreenHTML = "<h1 data-p=\"/title\">\(state.title)</h1>"
/// ```
///
/// shows the title literally. Invisible characters that change others, such as those that change the writing direction,
/// are shown as ␣ and their number. Only an interpolated `ScreenHTML` is markup.
///
/// A value can only be interpolated between two tags, or between the quotes of an attribute.
public struct ScreenHTML: Hashable, Sendable {
    /// The text of the page.
    public private(set) var markup: String

    /// Creates a part from markup, whose text must be escaped.
    public init(markup: String) {
        self.markup = markup
    }

    /// Creates a part that shows a text.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init(text: String) {
        markup = ""
        markup.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            case _ where scalar.isHidden: markup += "␣" + String(scalar.value, radix: 16)
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }

    /// Returns both parts, one after the other.
    public static func + (left: ScreenHTML, right: ScreenHTML) -> ScreenHTML {
        ScreenHTML(markup: left.markup + right.markup)
    }

    /// Appends another part.
    public static func += (left: inout ScreenHTML, right: ScreenHTML) {
        left.markup += right.markup
    }
}

extension ScreenHTML: ExpressibleByStringInterpolation {
    /// A literal with interpolated values.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = ScreenHTML(markup: "")

        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends markup.
        public mutating func appendLiteral(_ literal: String) {
            html.markup += literal
        }

        /// Appends a value as text.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            html += ScreenHTML(text: "\(value)")
        }

        /// Appends markup.
        public mutating func appendInterpolation(_ part: ScreenHTML) {
            html += part
        }

        /// Appends markup unless it is nil.
        public mutating func appendInterpolation(_ part: ScreenHTML?) {
            if let part { html += part }
        }

        /// Appends markup, part by part.
        public mutating func appendInterpolation(_ parts: [ScreenHTML]) {
            for part in parts { html += part }
        }
    }

    public init(stringLiteral markup: String) {
        self.init(markup: markup)
    }

    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.html
    }
}

extension Unicode.Scalar {
    /// True for an invisible character: a control character, or one that changes the direction or joining of others,
    /// except those that emoji and scripts need.
    fileprivate var isHidden: Bool {
        switch value {
        case 0x09, 0x0A: return false
        case 0x20...0x7E: return false
        // Joiners, and the letters of the flags of regions.
        case 0x200C, 0x200D, 0xE0020...0xE007F: return false
        default: break
        }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
