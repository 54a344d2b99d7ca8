import RewindSession
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

    /// The values that are kept if all others are masked.
    struct Kept: Sendable {
        var pointers: [Pointer]
        var payloads: [KeptPayload]
    }

    /// A value in the payloads of some types.
    struct KeptPayload: Sendable, CustomStringConvertible {
        let type: String
        let pointer: Pointer

        /// Parses the glob of a type and a pointer.
        init(_ text: String) {
            let end = text.firstIndex(of: "/") ?? text.endIndex
            (type, pointer) = (String(text[..<end]), Pointer(lenient: String(text[end...])))
        }

        var description: String { type + pointer.description }

        /// Returns true if the glob matches the name of a type.
        func covers(_ name: String) -> Bool {
            Glob.matches(type, name)
        }
    }

    var keys = KeyRules()
    /// True if secrets are searched for within strings.
    var searchesStrings = false
    var pointers: [Pointer] = []
    var ownRules: [OwnRule] = []
    var kept: Kept?

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

    /// A redaction that keeps only the listed values, and masks everything else that an app's code did not write.
    ///
    /// ```swift
    /// options.redaction = .only(
    ///     pointers: "/screen", "/cart/items/*/count",
    ///     payloads: "Search/filter", "Cart.*"
    /// )
    /// ```
    ///
    /// Everything in a listed value is kept, except what ``standard`` masks and the rules that you add. Other values are
    /// masked as a whole, each by one mask, in which neither its keys nor its length can be seen:
    /// - An object that contains a listed value keeps its keys, and an array its length. But if a pointer has `*` for the
    ///   keys of an object, as for a dictionary, the keys that no pointer names are masked.
    /// - Null and empty values are not masked.
    /// - Of an error, the type is kept. Pictures are not recorded.
    /// - Names are kept: those of types with the case of an action, effects, notes, bookmarks, facts, and files. What the
    ///   app passes as one of these, or as the note of a bookmark, must contain no personal data.
    ///
    /// A state or action that contains a mask does not decode, so that it can be read and searched, but not run again.
    ///
    /// - Parameters:
    ///   - pointers: JSON Pointers of values in the states, as for ``masking(pointers:)``.
    ///   - payloads: Values in the payloads of actions, and in the inputs and outcomes of effects and the details of
    ///     notes: the name of a type with the wildcards of ``ActionSelection``, and a pointer. Without a pointer, all of
    ///     the payload is kept.
    public static func only(pointers: String..., payloads: String...) -> Redaction {
        var redaction = standard
        redaction.kept = Kept(pointers: pointers.map(Pointer.init(lenient:)), payloads: payloads.map(KeptPayload.init))
        return redaction
    }

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
        (kept == nil ? [] : ["everything"]) + (kept?.pointers ?? []).map { "except \($0)" }
            + (kept?.payloads ?? []).map { "except payload \($0)" }
            + keys.masked.map { "key \($0)" }
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
