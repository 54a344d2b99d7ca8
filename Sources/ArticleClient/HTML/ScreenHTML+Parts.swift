import RewindHTML

// What several screens show.
extension ScreenHTML {
    /// The middle of a screen that has nothing to show yet.
    static func waiting(_ text: String, for pointer: String) -> ScreenHTML {
        "<div class=\"notice\"\(shows: pointer)><i class=\"spinner\"></i>\(text)</div>"
    }

    /// The end of a list that gets longer.
    static func more(_ text: String, for pointer: String) -> ScreenHTML {
        "<div class=\"end\"\(shows: pointer)><i class=\"spinner\"></i>\(text)</div>"
    }

    /// The middle of a screen whose content failed to come, and what tries once more, if that can be done.
    static func failure(_ title: String, _ message: String, at pointer: String, canRetry: Bool = true) -> ScreenHTML {
        let key: ScreenHTML = "<div class=\"key\"\(tap: .retry)>再試行</div>"
        return """
            <div class="notice"\(shows: pointer)><i class="mark" aria-hidden="true">!</i><b>\(title)</b>\
            <span>\(message, upTo: 1_000)</span>\(canRetry ? key : nil)</div>
            """
    }

    /// What somebody wants to be called.
    static func name(of user: User, at pointer: String) -> ScreenHTML {
        guard let name = user.name, !name.isEmpty else {
            return "<b\(shows: pointer + "/id")>\(user.id, upTo: 60)</b>"
        }
        return "<b\(shows: pointer + "/name")>\(name, upTo: 60)</b>"
    }

    /// Somebody's portrait: their first letter in a colour of theirs, since nothing can be fetched.
    static func avatar(of user: User, at pointer: String) -> ScreenHTML {
        let name = user.name.flatMap { $0.isEmpty ? nil : $0 } ?? user.id
        // A letter may have any number of marks.
        let letter = String(String.UnicodeScalarView((name.first?.unicodeScalars ?? "?".unicodeScalars).prefix(12)))
        let number = user.id.unicodeScalars.prefix(200).reduce(UInt32(7)) { $0 &* 31 &+ $1.value }
        return """
            <i class="avatar c\(number % 8)" aria-hidden="true"\(shows: pointer)>\(letter.uppercased())</i>
            """
    }

    /// The day of a point in time as the API writes it.
    static func day(_ time: String, at pointer: String) -> ScreenHTML {
        let day = time.prefix(10).replacing("-", with: "/")
        return "<span\(shows: pointer)>\(String(day), upTo: 20)</span>"
    }
}
