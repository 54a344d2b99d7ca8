import RewindHTML

// Elements that several screens share.
extension ScreenHTML {
    /// The center of a screen while its content is loading.
    static func waiting(_ text: String, for pointer: String) -> ScreenHTML {
        "<div class=\"notice\"\(shows: pointer)><i class=\"spinner\"></i>\(text)</div>"
    }

    /// The end of a list while its next page is loading.
    static func more(_ text: String, for pointer: String) -> ScreenHTML {
        "<div class=\"end\"\(shows: pointer)><i class=\"spinner\"></i>\(text)</div>"
    }

    /// The center of a screen whose content failed to load, with a retry button if `canRetry`.
    static func failure(
        _ title: String,
        _ message: String,
        at pointer: String,
        canRetry: Bool = true,
        in language: Language
    ) -> ScreenHTML {
        let key: ScreenHTML = "<div class=\"key\"\(tap: .retry)>\(retry(in: language))</div>"
        return """
            <div class="notice"\(shows: pointer)><i class="mark" aria-hidden="true">!</i><b>\(title)</b>\
            <span>\(message, upTo: 1_000)</span>\(canRetry ? key : nil)</div>
            """
    }

    /// The label of the retry button.
    static func retry(in language: Language) -> String { language.text("Retry", ja: "再試行") }

    /// A user's name.
    static func name(of user: User, at pointer: String) -> ScreenHTML {
        guard let name = user.name, !name.isEmpty else {
            return "<b\(shows: pointer + "/id")>\(user.id, upTo: 60)</b>"
        }
        return "<b\(shows: pointer + "/name")>\(name, upTo: 60)</b>"
    }

    /// A user's avatar: their first letter in a color that depends on their id, since nothing can be fetched.
    static func avatar(of user: User, at pointer: String) -> ScreenHTML {
        let name = user.name.flatMap { $0.isEmpty ? nil : $0 } ?? user.id
        // A letter may have any number of combining marks.
        let letter = String(String.UnicodeScalarView((name.first?.unicodeScalars ?? "?".unicodeScalars).prefix(12)))
        let number = user.id.unicodeScalars.prefix(200).reduce(UInt32(7)) { $0 &* 31 &+ $1.value }
        return """
            <i class="avatar c\(number % 8)" aria-hidden="true"\(shows: pointer)>\(letter.uppercased())</i>
            """
    }

    /// The day of a time in the API's format.
    static func day(_ time: String, at pointer: String) -> ScreenHTML {
        let day = time.prefix(10).replacing("-", with: "/")
        return "<span\(shows: pointer)>\(String(day), upTo: 20)</span>"
    }
}
