import RewindTree

/// What is masked before anything is written: passwords, tokens and other secrets.
///
/// ```swift
/// var options = RecorderOptions()
/// options.redaction = .standard
///     .masking(keys: "email", "iban")
///     .masking(pointers: "/checkout/card", "/contacts/*/phone")
///     .showing(keys: "nextPageToken")
/// ```
///
/// A masked value is a string such as `‹masked 3f9·a1c·04b·7de›`. Its digits are a keyed hash; the key is random, new with
/// every recorder and never written. So within one session equal secrets have equal masks and a change of a secret
/// shows as a change; between sessions nothing can be compared, and no secret can be found by trying.
///
/// Values under a key are masked when the name of the key has one of the rules' names as a word, whatever its case and
/// its underscores and hyphens: `password` covers `userPassword` and `DB_PASSWORD`, but `token` not `tokenizer`. Then
/// - objects and arrays are masked whole,
/// - strings are masked unless the name goes on and ends in what tells about a secret: `tokenType`, `passwordLength`,
/// - numbers are masked when the name ends there (`pin`, `userPin`): `tokenCount`, `totalTokens` are no secrets,
/// - booleans are masked when they have exactly the name given to ``masking(keys:)``: `hasToken` is no secret,
/// - null, and what is empty, is left.
///
/// A masked value is a string whatever it was: a recorded state or action in which it was no string no longer decodes
/// into its type.
public struct Redaction: Sendable {
    /// Decides whether a value is a secret; gets the keys from the root to the value, `*` for the index of an element,
    /// and the string, or the text of the number.
    public typealias Decision = @Sendable (_ path: [String], _ text: String) -> Bool

    struct OwnRule: Sendable {
        let name: String
        let isSecret: Decision
    }

    var keys = KeyRules()
    /// Whether strings are searched for what looks like a secret.
    var searchesStrings = false
    var pointers: [Pointer] = []
    var ownRules: [OwnRule] = []

    private init() {}

    /// Nothing is masked.
    public static let none = Redaction()

    /// Masks what common names and forms tell to be a secret.
    ///
    /// The names are those of passwords, tokens, cookies, keys, PINs and the like: ``rules`` lists them. Within strings
    /// of any length, JSON Web Tokens, `Bearer` and `Basic` credentials, passwords in URLs, private keys in PEM, and
    /// what stands behind such a name (`?access_token=…`, `"password":"…"`, `Cookie: …`) are masked, the rest is left.
    public static let standard: Redaction = {
        var redaction = Redaction()
        redaction.keys = .standard
        redaction.searchesStrings = true
        return redaction
    }()

    /// Masks also the values under keys that have one of these names as a word.
    public func masking(keys names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.keys.add(name, .named) }
        return redaction
    }

    /// Masks also the values in the state that these JSON Pointers (RFC 6901) lead to; the token `*` stands for any.
    ///
    /// They say nothing about actions: use keys, where the same value is in one.
    public func masking(pointers texts: String...) -> Redaction {
        var redaction = self
        redaction.pointers += texts.map(Pointer.init(lenient:))
        return redaction
    }

    /// Masks also the strings and numbers for which `isSecret` holds. `name` is listed in the session.
    ///
    /// It is asked once for each value that is encoded, on the dispatching or the recorder's thread, must be fast, and
    /// must always give the same answer.
    public func masking(_ name: String, where isSecret: @escaping Decision) -> Redaction {
        var redaction = self
        redaction.ownRules.append(OwnRule(name: name, isSecret: isSecret))
        return redaction
    }

    /// Leaves the values under keys with exactly these names, whatever the rules for keys say; of other rules nothing
    /// changes.
    public func showing(keys names: String...) -> Redaction {
        var redaction = self
        for name in names { redaction.keys.show(name) }
        return redaction
    }

    /// The rules in force, as the session lists them; empty when nothing is masked.
    public var rules: [String] {
        keys.masked.map { "key \($0)" }
            + (searchesStrings ? SecretSearch.names.map { "text \($0)" } : [])
            + pointers.map { "pointer \($0)" }
            + ownRules.map { "own \($0.name)" }
            + (keys.isEmpty ? [] : keys.shown.map { "shown \($0)" })
    }
}

extension Pointer {
    /// Reads a pointer as it is meant: the first slash may be missing, and a `~` that escapes nothing is one.
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
