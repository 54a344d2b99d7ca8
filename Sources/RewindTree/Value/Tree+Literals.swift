// No nil literal: in `condition ? tree : nil` the compiler would choose a null inside the optional, not no tree at all.

extension Tree: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Tree: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Tree: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self.init(value) }
}

extension Tree: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension Tree: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Tree...) { self.init(elements: elements) }
}

extension Tree: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, Tree)...) { self.init(members: elements) }
}
