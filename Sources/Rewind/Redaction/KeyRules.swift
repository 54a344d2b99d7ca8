/// The names of secrets, and the values under a key that they cover.
struct KeyRules: Sendable {
    /// The kind of secret that a name stands for.
    enum Kind: Sendable {
        /// A secret in any form.
        case secret
        /// A short code: a string or a number, and only if the key's name ends with it.
        case code
        /// A name given by the app.
        case named
    }

    /// The kinds of values under a key that are masked.
    struct Coverage: OptionSet {
        let rawValue: Int

        static let texts = Coverage(rawValue: 1)
        static let numbers = Coverage(rawValue: 2)
        static let booleans = Coverage(rawValue: 4)
        static let containers = Coverage(rawValue: 8)
    }

    private struct Rule {
        let name: String
        let letters: [UInt8]
        let kind: Kind
    }

    /// The length below which a name must match whole words: `mapping` contains `pin`.
    private static let minimumSuffixLength = 5

    /// Last words of names that describe a secret rather than hold it.
    private static let describing: Set<String> = [
        "at", "count", "date", "expiration", "expires", "expiry", "in", "kind", "length", "status", "strength", "type",
    ]

    static let standard: KeyRules = {
        var rules = KeyRules()
        for name in [
            "password", "passwd", "pwd", "passphrase", "passcode", "secret", "token", "jwt", "bearer", "authorization",
            "authCode", "cookie", "apiKey", "accessKey", "privateKey", "encryptionKey", "signingKey", "sessionKey",
            "sessionId", "credential",
        ] {
            rules.add(name, .secret)
        }
        for name in [
            "pin", "pinCode", "otp", "otpCode", "oneTimeCode", "verificationCode", "cvv", "cvc", "securityCode",
            "cardNumber", "ssn",
        ] {
            rules.add(name, .code)
        }
        return rules
    }()

    private var rules: [Rule] = []
    private var shownLetters: Set<[UInt8]> = []
    /// The names that are not masked.
    private(set) var shown: [String] = []

    /// The names that are masked.
    var masked: [String] { rules.map(\.name) }

    var isEmpty: Bool { rules.isEmpty }

    mutating func add(_ name: String, _ kind: Kind) {
        let letters = KeyWords(name).letters
        guard !letters.isEmpty else { return }
        rules.append(Rule(name: name, letters: letters, kind: kind))
    }

    mutating func show(_ name: String) {
        shown.append(name)
        shownLetters.insert(KeyWords(name).letters)
    }

    /// Returns the kinds of values that are masked under a key.
    /// - Complexity: O(length × rules).
    func coverage(of key: String) -> Coverage {
        guard !rules.isEmpty else { return [] }
        let words = KeyWords(key)
        if shownLetters.contains(words.letters) { return [] }
        var coverage: Coverage = []
        let lastWord = words.words.last ?? ""
        for rule in rules { coverage.formUnion(self.coverage(of: words, lastWord: lastWord, by: rule)) }
        return coverage
    }

    private func coverage(of key: KeyWords, lastWord: String, by rule: Rule) -> Coverage {
        let isWordsOnly = rule.letters.count < Self.minimumSuffixLength
        guard let match = key.last(rule.letters, startsAnywhere: !isWordsOnly) else { return [] }
        let endsWithName = match.isAtEnd && !match.isPlural
        switch rule.kind {
        case .secret, .named:
            var coverage: Coverage = .containers
            if match.isAtEnd || !Self.describing.contains(lastWord) { coverage.insert(.texts) }
            if endsWithName { coverage.insert(.numbers) }
            if rule.kind == .named, key.letters == rule.letters { coverage.insert(.booleans) }
            return coverage
        case .code:
            return endsWithName ? [.texts, .numbers] : []
        }
    }
}
