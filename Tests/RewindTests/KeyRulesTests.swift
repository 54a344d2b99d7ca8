import Testing

@testable import Rewind

@Suite struct KeyRulesTests {
    private static let everything: KeyRules.Coverage = [.texts, .numbers, .containers]

    @Test(
        arguments: [
            "password", "PASSWORD", "pass_word", "passwd", "userPassword", "DB_PASSWORD", "db-password", "dbpassword",
            "_password", "$__lazy_storage_$_password", "password2", "token", "accessToken", "access_token",
            "ACCESS-TOKEN", "refreshToken", "authToken", "csrftoken", "oauth2Token", "secret", "clientSecret",
            "authorization", "Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "apiKey", "apikey",
            "api_key", "X-Api-Key", "myAPIKey", "privateKey", "credential", "jwt", "sessionId", "session_id",
        ]
    )
    func `A key that is or ends in a secret's name covers texts, numbers and containers`(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == Self.everything)
    }

    @Test(
        arguments: ["tokens", "cookies", "credentials", "apiKeys", "totalTokens", "secrets"]
    )
    func `A plural name does not cover numbers`(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [.texts, .containers])
    }

    @Test(arguments: ["tokenValue", "setPassword_0", "cookieJar", "hasTokenSet"])
    func `A name followed by other words does not cover numbers`(key: String) {
        #expect(KeyRules.standard.coverage(of: key).isSuperset(of: [.texts, .containers]))
        #expect(!KeyRules.standard.coverage(of: key).contains(.booleans))
    }

    @Test(
        arguments: [
            "tokenCount", "token_type", "passwordLength", "tokenExpiresAt", "expiresIn_token_in", "authorizationStatus",
        ]
    )
    func `A property of a secret covers only containers`(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == .containers)
    }

    @Test(
        arguments: ["pin", "userPIN", "cvv", "card_cvc", "otp", "pinCode"]
    )
    func `A code covers texts and numbers at the end of a name only`(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [.texts, .numbers])
    }

    @Test(
        arguments: [
            "", "_", "name", "tokenizer", "secretary", "passwordless", "mapping", "pins", "pinned", "spin", "shopping",
            "isLoading", "title", "auth", "key", "publicKey", "monkey", "keyboard", "passport", "compass", "optional",
            "id", "body", "url", "cookbook", "tags",
        ]
    )
    func `Other names cover nothing`(key: String) {
        #expect(KeyRules.standard.coverage(of: key) == [])
    }

    @Test func `An app's own name covers Booleans, too, if it is the whole key`() {
        let keys = Redaction.none.masking(keys: "iban", "homeAddress").keys
        #expect(keys.coverage(of: "IBAN") == [.texts, .numbers, .booleans, .containers])
        #expect(keys.coverage(of: "user_iban") == Self.everything)
        #expect(keys.coverage(of: "home_address") == [.texts, .numbers, .booleans, .containers])
        #expect(keys.coverage(of: "password") == [])
    }

    @Test func `A shown name is one whole key`() {
        let keys = Redaction.standard.showing(keys: "nextPageToken").keys
        #expect(keys.coverage(of: "next_page_token") == [])
        #expect(keys.coverage(of: "pageToken") == Self.everything)
    }

    @Test(
        arguments: [
            ("userPassword", ["user", "password"]), ("APIKey", ["api", "key"]), ("userPIN", ["user", "pin"]),
            ("X-Api-Key", ["x", "api", "key"]), ("key2", ["key", "2"]), ("__a..b", ["a", "b"]), ("", []),
            ("合言葉", ["合言葉"]),
        ]
    )
    func `A name is split into words`(name: String, words: [String]) {
        #expect(KeyWords(name).words == words)
    }
}
