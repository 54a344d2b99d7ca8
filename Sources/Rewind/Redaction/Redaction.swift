import RewindTree

/// The values that are masked before anything is written: passwords, tokens and other secrets.
///
/// ```swift
/// var options = RecorderOptions()
/// options.redaction = .standard
///     .masking(keys: "email", "iban")
///     .masking(pointers: "/checkout/card", "/contacts/*/phone")
///     .showing(keys: "nextPageToken")
/// ```
///
/// A masked value is a string such as `‹masked 3f9·a1c·04b·7de›`. Its digits are a keyed hash; each recorder uses a new
/// random key, which is never written. Within a session, equal secrets have equal masks, and a changed secret has
/// another mask. Masks of different sessions cannot be compared, and no secret can be found by trying.
///
/// Values under a key are masked if the name of the key contains a rule's name as a word, regardless of case,
/// underscores and hyphens: `password` covers `userPassword` and `DB_PASSWORD`, but `token` does not cover `tokenizer`.
/// Then
/// - objects and arrays are masked as a whole,
/// - strings are masked unless the name ends in a word for a property of the secret: `tokenType`, `passwordLength`,
/// - numbers are masked if the name ends with the rule's name (`pin`, `userPin`), unlike `tokenCount` and
///   `totalTokens`,
/// - booleans are masked only under exactly the name passed to ``masking(keys:)``: `hasToken` is not a secret,
/// - null and empty values are not masked.
///
/// A masked value is always a string. A recorded state or action in which it was not a string no longer decodes as its
/// type.
public struct Redaction: Sendable {
    /// Returns true if a value is a secret. The path has the keys from the root to the value, with `*` for the index of
    /// an element; the text is the string, or the number as text.
    public typealias Decision = @Sendable (_ path: [String], _ text: String) -> Bool

    struct OwnRule: Sendable {
        let name: String
        let isSecret: Decision
    }

    var keys = KeyRules()
    /// True if secrets are searched for within strings.
    var searchesStrings = false
    var pointers: [Pointer] = []
    var ownRules: [OwnRule] = []

    private init() {}

    /// A redaction that masks nothing.
    public static let none = Redaction()

    /// A redaction that masks values with the common names and forms of secrets.
    ///
    /// The names are those of passwords, tokens, cookies, keys, PINs and similar secrets: ``rules`` lists them. Within
    /// strings, it masks JSON Web Tokens, `Bearer` and `Basic` credentials, passwords in URLs, private keys in PEM, and
    /// values after such a name (`?access_token=…`, `"password":"…"`, `Cookie: …`), but not the rest of the string.
    public static let standard: Redaction = {
        var redaction = Redaction()
        redaction.keys = .standard
        redaction.searchesStrings = true
        return redaction
    }()

    /// Returns a redaction that also masks the values under keys that contain one of these names as a word.
    public func masking(keys names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.keys.add(name, .named) }
        return redaction
    }

    /// Returns a redaction that also masks the values of the state at these JSON Pointers (RFC 6901), in which the
    /// token `*` matches any key or index.
    ///
    /// They do not apply to actions: use keys for a value that is also in an action.
    public func masking(pointers texts: String...) -> Redaction {
        var redaction = self
        redaction.pointers += texts.map(Pointer.init(lenient:))
        return redaction
    }

    /// Returns a redaction that also masks the strings and numbers for which `isSecret` returns true. `name` is listed
    /// in the session.
    ///
    /// `isSecret` is called once for each encoded value, on the dispatching thread or a recorder thread. It must be
    /// fast and must always return the same result for a value.
    public func masking(_ name: String, where isSecret: @escaping Decision) -> Redaction {
        var redaction = self
        redaction.ownRules.append(OwnRule(name: name, isSecret: isSecret))
        return redaction
    }

    /// Returns a redaction that does not apply rules for keys to the values under exactly these names. Other rules
    /// still apply.
    public func showing(keys names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.keys.show(name) }
        return redaction
    }

    /// The active rules, as the session lists them; empty if nothing is masked.
    public var rules: [String] {
        keys.masked.map { "key \($0)" }
            + (searchesStrings ? SecretSearch.names.map { "text \($0)" } : [])
            + pointers.map { "pointer \($0)" }
            + ownRules.map { "own \($0.name)" }
            + (keys.isEmpty ? [] : keys.shown.map { "shown \($0)" })
    }
}

extension Pointer {
    /// Parses a pointer leniently: the first slash is optional, and a `~` that escapes nothing is a plain `~`.
    fileprivate init(lenient text: String) {
        guard !text.isEmpty else {
            self = .root
            return
        }
        let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
        self.init(
            path.split(separator: "/", omittingEmptySubsequences: false).map { token in
                token.split(separator: "~1", omittingEmptySubsequences: false)
                    .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }
                    .joined(separator: "/")
            }
        )
    }
}
