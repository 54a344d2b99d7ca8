import Testing

@testable import Rewind

@Suite("The names of secrets")
struct KeyRulesTests {
    private static let everything: KeyRules.Coverage = [.texts, .numbers, .containers]

    @Test(
        "A key that is or ends in the name of a secret covers texts, numbers and containers",
        arguments: [
            "password", "PASSWORD", "pass_word", "passwd", "userPassword", "DB_PASSWORD", "db-password", "dbpassword",
            "_password", "$__lazy_storage_$_password", "password2", "token", "accessToken", "access_token",
            "ACCESS-TOKEN", "refreshToken", "authToken", "csrftoken", "oauth2Token", "secret", "clientSecret",
            "authorization", "Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "apiKey", "apikey",
            "api_key", "X-Api-Key", "myAPIKey", "privateKey", "credential", "jwt", "sessionId", "session_id",
        ]
    )
    func secrets(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == Self.everything)
    }

    @Test(
        "A plural is no number",
        arguments: ["tokens", "cookies", "credentials", "apiKeys", "totalTokens", "secrets"]
    )
    func plurals(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [.texts, .containers])
    }

    @Test("A name that goes on is no number", arguments: ["tokenValue", "setPassword_0", "cookieJar", "hasTokenSet"])
    func longer(key: String) {
        #expect(KeyRules.standard.coverage(of: key).isSuperset(of: [.texts, .containers]))
        #expect(!KeyRules.standard.coverage(of: key).contains(.booleans))
    }

    @Test(
        "What tells about a secret is none, unless it holds other values",
        arguments: [
            "tokenCount", "token_type", "passwordLength", "tokenExpiresAt", "expiresIn_token_in", "authorizationStatus",
        ]
    )
    func describing(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == .containers)
    }

    @Test(
        "Codes are texts and numbers, and only at the end of a name",
        arguments: ["pin", "userPIN", "cvv", "card_cvc", "otp", "pinCode"]
    )
    func codes(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [.texts, .numbers])
    }

    @Test(
        "Other names cover nothing",
        arguments: [
            "", "_", "name", "tokenizer", "secretary", "passwordless", "mapping", "pins", "pinned", "spin", "shopping",
            "isLoading", "title", "auth", "key", "publicKey", "monkey", "keyboard", "passport", "compass", "optional",
            "id", "body", "url", "cookbook", "tags",
        ]
    )
    func others(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [])
    }

    @Test("Names of the app's own cover booleans, too, when they are the whole key")
    func named() {
        let keys = Redaction.none.masking(keys: "iban", "homeAddress").keys
        #expect(keys.coverage(of: "IBAN") == [.texts, .numbers, .booleans, .containers])
        #expect(keys.coverage(of: "user_iban") == Self.everything)
        #expect(keys.coverage(of: "home_address") == [.texts, .numbers, .booleans, .containers])
        #expect(keys.coverage(of: "password") == [])
    }

    @Test("A shown name is one whole key")
    func shown() {
        let keys = Redaction.standard.showing(keys: "nextPageToken").keys
        #expect(keys.coverage(of: "next_page_token") == [])
        #expect(keys.coverage(of: "pageToken") == Self.everything)
    }

    @Test(
        "Names are split into words",
        arguments: [
            ("userPassword", ["user", "password"]), ("APIKey", ["api", "key"]), ("userPIN", ["user", "pin"]),
            ("X-Api-Key", ["x", "api", "key"]), ("key2", ["key", "2"]), ("__a..b", ["a", "b"]), ("", []),
            ("合言葉", ["合言葉"]),
        ]
    )
    func words(name: String, words: [String]) {
        #expect(KeyWords(name).words == words)
    }
}
