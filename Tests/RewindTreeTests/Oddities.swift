import TestSupport

/// A state whose parts encode themselves in every way that the shortcuts of an incremental encoder might get wrong.
struct Oddities: Encodable {
    final class Counter: Encodable {
        var value = 0
        var list = [1, 2, 3]
    }

    /// Has padding between its fields.
    struct Padded: Codable {
        var small: Int8 = 0
        var large: Int64 = 0
        var flag = false
        var text = "a"
        var optional: Int16?
    }

    /// Encodes different keys, in a different order, depending on its value.
    struct Moody: Encodable {
        var mood = 0
        var inner = Padded()
        var list = ["x"]

        func encode(to encoder: any Encoder) throws {
            if mood == 3 { return try inner.encode(to: encoder) }
            if mood == 4 {
                var container = encoder.unkeyedContainer()
                try container.encode(inner)
                return try container.encode(list)
            }
            if mood == 5 {
                var container = encoder.singleValueContainer()
                return try container.encode(list)
            }
            if mood == 6 { return }
            var container = encoder.container(keyedBy: AnyKey.self)
            if mood == 1 { try container.encode(list, forKey: AnyKey("list")) }
            try container.encode(mood, forKey: AnyKey("mood"))
            if mood == 10 { try container.encodeNil(forKey: AnyKey("inner")) }
            if mood != 2, mood != 10 { try container.encode(inner, forKey: AnyKey("inner")) }
            if mood == 7 { try container.encode("again", forKey: AnyKey("inner")) }
            if mood == 8 { try container.encodeNil(forKey: AnyKey("inner")) }
            if mood == 9 {
                var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
                try container.encode(list, forKey: AnyKey("after"))
                try nested.encode(inner, forKey: AnyKey("inner"))
                return
            }
            if mood != 1 { try container.encode(list, forKey: AnyKey("list")) }
        }
    }

    /// Holds references and closures.
    struct Impure: Encodable {
        var name = "impure"
        weak var weakly: Counter?
        unowned var unowned: Counter
        var action: () -> Int
        var anything: Any = 0
        var list = Array(0..<40)

        private enum CodingKeys: String, CodingKey { case name, weakly, unowned, result, anything, list }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(weakly, forKey: .weakly)
            try container.encode(unowned, forKey: .unowned)
            try container.encode(action(), forKey: .result)
            try container.encode("\(anything)", forKey: .anything)
            try container.encode(list, forKey: .list)
        }
    }

    /// Encodes the value of an existential in its own place.
    struct Erased: Encodable {
        var base: any Encodable = 0

        func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
    }

    /// Has a field that it does not encode.
    struct Forgetful: Encodable {
        var shown = 0
        var hidden = "hidden"

        private enum CodingKeys: CodingKey { case shown }
    }

    var padded = Padded()
    var moody = Moody()
    var moods = [Moody()]
    var impure: Impure
    var erased = Erased()
    var erasures: [String: Erased] = [:]
    var forgetful = Forgetful()
    var number = 0.0
    var text = "é"
    var optional: Padded?
    var screen = Screen.home
    var table: [Point: Padded] = [:]
    var kept: Counter

    init(_ counter: Counter) {
        kept = counter
        impure = Impure(unowned: counter, action: { counter.value * 2 })
    }

    mutating func change(_ random: inout SplitMix64) {
        switch random.below(20) {
        case 0: padded.small &+= 1
        case 1: padded.text = random.text()
        case 2: padded.optional = random.chance(50) ? nil : 7
        case 3, 4, 5: moody.mood = Int(random.below(11))
        case 6: random.chance(50) ? moody.list.append("y") : (moody.inner.flag.toggle())
        case 7:
            moods.append(Moody(mood: Int(random.below(11))))
            if moods.count > 6 { moods.removeAll() }
        case 8: moods.indices.randomElement(using: &random).map { moods[$0].mood = Int(random.below(11)) }
        case 9: impure.unowned.value += 1
        case 10: impure.unowned.list.append(1)
        case 11: impure.weakly = random.chance(50) ? nil : kept
        case 12: impure.anything = random.chance(50) ? [Double.nan] : random.text()
        case 13: erased.base = random.value()
        case 14: erasures[random.text()] = Erased(base: random.value())
        case 15: forgetful.hidden += "x"
        case 16: number = [0.0, -0.0, .nan, 1][Int(random.below(4))]
        case 17: text = random.text()
        case 18: optional = random.chance(50) ? nil : padded
        default:
            screen = random.chance(50) ? .article(id: random.text(), scroll: nil) : .modal(over: screen, .red)
            if random.chance(20) { screen = .home }
            table[Point(x: Int(random.below(3)), y: 0)] = padded
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func text() -> String {
        ["", "é", "e\u{301}", "a text that is stored on the heap", "x"][Int(below(5))]
    }

    fileprivate mutating func value() -> any Encodable {
        switch below(6) {
        case 0: 1
        case 1: text()
        case 2: Oddities.Padded(text: text())
        case 3: Oddities.Moody(mood: Int(below(11)))
        case 4: Array(0..<Int(below(60)))
        default: ["a": Oddities.Padded()]
        }
    }
}
