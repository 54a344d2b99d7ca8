import Foundation

/// Dates as lossless ISO 8601 texts in UTC: `2016-05-01T12:30:00.25Z`.
///
/// A date is a double, in seconds since 2001. Its text has as many fraction digits as the shortest decimal that denotes
/// that double, at least three. The decimal read back is the same, so the double is, too. Dates outside the years 1 to
/// 9999, closer to 2001 than 10⁻³⁰ s, or minus zero, have no such text: they are numbers, in seconds since 2001.
enum DateText {
    /// 2001-01-01 in days since 1970-01-01.
    private static let referenceDay = 11_323
    private static let secondsPerDay: Int64 = 86_400

    static func text(of date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard interval.magnitude < 1e12, interval.bitPattern != (-0.0).bitPattern else { return nil }
        var description = interval.description
        guard let decimal = description.withUTF8({ try? DecimalText(parsing: $0) }), decimal.exponent > -30 else {
            return nil
        }
        // `Int` has 32 bits on some watches, enough for the seconds of only 68 years.
        let seconds = Int64(interval.rounded(.down))
        var fraction = decimal.fractionDigits
        if decimal.isNegative, !fraction.isEmpty { fraction = complement(fraction) }
        let day = floorDivide(seconds, secondsPerDay)
        let whole = Int(seconds - day * secondsPerDay)
        let (year, month, dayOfMonth) = civil(of: Int(day) + referenceDay)
        guard (1...9_999).contains(year) else { return nil }
        while fraction.count < 3 { fraction.append(UInt8(ascii: "0")) }
        return pad(year, 4) + "-" + pad(month, 2) + "-" + pad(dayOfMonth, 2) + "T"
            + pad(whole / 3_600, 2) + ":" + pad(whole / 60 % 60, 2) + ":" + pad(whole % 60, 2)
            + "." + String(decoding: fraction, as: UTF8.self) + "Z"
    }

    /// Returns the date of a text, with or without fraction digits, in UTC (`Z`) or at an offset (`+09:00`).
    static func date(of text: String) -> Date? {
        var scanner = Scanner(text: Array(text.utf8))
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let dayOfMonth = scanner.number(2), scanner.skip("T"), let hour = scanner.number(2), scanner.skip(":"),
            let minute = scanner.number(2), scanner.skip(":"), let second = scanner.number(2)
        else { return nil }
        var fraction = scanner.fraction()
        guard let offset = scanner.offset(), scanner.isAtEnd, hour < 24, minute < 60, second < 60, year > 0 else {
            return nil
        }
        let day = days(year, month, dayOfMonth)
        guard civil(of: day) == (year, month, dayOfMonth) else { return nil }
        var whole = Int64(day - referenceDay) * secondsPerDay + Int64(hour * 3_600 + minute * 60 + second - offset)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        var sign = ""
        if whole < 0 {
            sign = "-"
            whole = -whole
            if !fraction.isEmpty {
                whole -= 1
                fraction = complement(fraction)
            }
        }
        return Double("\(sign)\(whole).\(String(decoding: fraction, as: UTF8.self))0")
            .map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Returns the digits of 1 minus a fraction between 0 and 1 whose last digit is not 0.
    private static func complement(_ fraction: [UInt8]) -> [UInt8] {
        var result = fraction.map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 }
        if let last = result.indices.last { result[last] += 1 }
        return result
    }

    private static func pad(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide<Value: BinaryInteger>(_ value: Value, _ divisor: Value) -> Value {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    /// Returns the Gregorian date of a day since 1970-01-01, by 400-year eras that start on March 1.
    private static func civil(of day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The inverse of `civil(of:)`. A month or day out of range gives a day of another date.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Scanner {
        let text: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == text.count }

        mutating func number(_ width: Int) -> Int? {
            guard position + width <= text.count else { return nil }
            var value = 0
            for byte in text[position..<position + width] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            position += width
            return value
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func fraction() -> [UInt8] {
            guard position < text.count, text[position] == UInt8(ascii: ".") else { return [] }
            let digits = text[(position + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if !digits.isEmpty { position = digits.endIndex }
            return Array(digits)
        }

        /// Parses the offset from UTC, in seconds.
        mutating func offset() -> Int? {
            if skip("Z") { return 0 }
            let isWest = skip("-")
            guard isWest || skip("+"), let hours = number(2), skip(":"), let minutes = number(2), minutes < 60 else {
                return nil
            }
            return (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
    }
}
