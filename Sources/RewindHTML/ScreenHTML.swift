/// A part of a page that shows an app's screen. What is written in the source is markup, and what is put into it is text:
///
/// ```swift
/// let title: ScreenHTML = "<h1 data-p=\"/title\">\(state.title)</h1>"
/// ```
///
/// shows the title as it is, whatever is in it. Characters that are not seen but change how others are, such as those that
/// turn the direction of writing, are shown as ␣ and their number. Only a `ScreenHTML` is put in as markup.
///
/// A value can be put between two tags, and between the quotes of an attribute; nowhere else.
public struct ScreenHTML: Hashable, Sendable {
    /// The text of the page.
    public private(set) var markup: String

    /// Markup that something else made, as it is: what is text in it must have been escaped there.
    public init(markup: String) {
        self.markup = markup
    }

    /// Shows a text.
    ///
    /// - Complexity: O(*n*) in its length.
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

    /// Both, one after the other.
    public static func + (left: ScreenHTML, right: ScreenHTML) -> ScreenHTML {
        ScreenHTML(markup: left.markup + right.markup)
    }

    /// Appends another part.
    public static func += (left: inout ScreenHTML, right: ScreenHTML) {
        left.markup += right.markup
    }
}

extension ScreenHTML: ExpressibleByStringInterpolation {
    /// A literal, and the values in it.
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

        /// Appends markup, if there is any.
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
    /// Whether it is not seen: a control character, or one that turns or joins what is around it, but for those that
    /// emoji and scripts are made with.
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
