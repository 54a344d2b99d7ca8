import Foundation
import RewindSession
import RewindTree
import Testing

@testable import Rewind

@Suite struct MaskingTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r"

    /// Returns the tree that a recorder with these rules makes.
    private func tree(_ value: Any, _ redaction: Redaction = .standard, _ masks: Masks = Masks(key: [1])) throws -> Tree
    {
        var encoder = PayloadEncoder(masking: Masking(redaction, masks))
        return try encoder.tree(of: value)
    }

    @Test(
        arguments: [
            (Self.jwt, "#"), ("(\(Self.jwt))", "(#)"), ("https://example.com/\(Self.jwt)", "https://example.com/#"),
            ("Got \(Self.jwt).", "Got #."), ("Bearer abc", "Bearer #"), ("bearer \(Self.jwt)", "bearer #"),
            ("401 for Bearer a1b2c3 at /me", "401 for Bearer # at /me"), ("Basic dXNlcjpwYXNz", "Basic #"),
            ("sent Basic dXNlcjpwYXNz, got 401", "sent Basic #, got 401"),
            ("https://me:pass@example.com/a", "https://me:#@example.com/a"),
            ("https://me:p@ss@example.com", "https://me:#@example.com"),
            ("https://0123456789abcdefghij@example.com", "https://#@example.com"),
            ("/a?access_token=xyz&page=2", "/a?access_token=#&page=2"), ("a=1&password=xyz", "a=1&password=#"),
            ("{\"password\":\"x\\\"y z\",\"a\":1}", "{\"password\":\"#\",\"a\":1}"),
            ("{\\\"token\\\":\\\"xyz\\\"}", "{\\\"token\\\":\\\"#\\\"}"),
            ("{\"credentials\": {\"a\": \"}\"}, \"b\": 1}", "{\"credentials\": #, \"b\": 1}"),
            ("User(name: \"a\", password: \"xyz\")", "User(name: \"a\", password: \"#\")"),
            ("User(token: Optional(\"x y\"), id: 1)", "User(token: #, id: 1)"),
            ("Cookie: a=b; c=d\r\nHost: x", "Cookie: #\r\nHost: x"),
            ("Authorization: Bearer xyz\nHost: x", "Authorization: Bearer #\nHost: x"),
            ("Send `Authorization: Bearer xyz` first", "Send `Authorization: Bearer #` first"),
            ("Authorization: Digest a=\"b\", c=d\nHost: x", "Authorization: #\nHost: x"),
            ("[\"Authorization\": \"Bearer xyz\"]", "[\"Authorization\": \"Bearer #\"]"),
            ("pin: 1234", "pin: #"), ("let apiKey = 'x y'", "let apiKey = '#'"),
            (
                "-----BEGIN PRIVATE KEY-----\nabc\ndef\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----#-----END PRIVATE KEY-----"
            ),
            ("password=日本", "password=#"), ("Authorization=Bearer xyz", "Authorization=Bearer #"),
            ("authorization=bearer xyz, a", "authorization=bearer #, a"), ("token=Bearer", "token=#"),
            ("token: Basic \"x y\"", "token: Basic \"#\""), ("token='Bearer x y' a", "token='Bearer #' a"),
        ]
    )
    func `Secrets within a text are masked, and the rest is kept`(text: String, expected: String) throws {
        #expect(try withoutDigits(tree([text])) == withoutDigits(Tree(elements: [.string(expected)])))
    }

    @Test(
        arguments: [
            "", "a", "eyJ", "eyJhbGci", "eyJhbGci.abc", "Bearer token expired", "Bearer realm=\"x\"", "bearer",
            "Basic", "Basic usage", "The Basic types of Swift", "2016-05-01T10:20:30Z", "https://example.com:8080/a@b",
            "https://git@example.com", "a=b", "page=2&per_page=20", "token", "tokenCount=3", "class=\"a\"", "==", "::",
            "password=", "password: ", "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----", "—:=—",
        ]
    )
    func `Texts without a secret are unchanged`(text: String) throws {
        #expect(try tree([text]) == Tree(elements: [.string(text)]))
    }

    @Test func `A token has the same mask everywhere`() throws {
        let all = try [
            tree(["token": Self.jwt]), tree(["authorization": "Bearer \(Self.jwt)"]), tree([Self.jwt]),
            tree(["error": "401 for \(Self.jwt)"]), tree(["url": "/a?token=\(Self.jwt)"]),
            tree(NotCodable(token: Self.jwt)),
        ]
        let masks = Set(all.map { $0.text.firstMatch(of: /‹masked ([0-9a-f·]{15})›/)?.output.1 })
        #expect(masks.count == 1 && masks.first != .some(nil))
    }

    @Test func `Equal secrets have equal masks, and others or another key give others`() throws {
        let state = ["a": ["password": "x"], "b": ["password": "x"], "c": ["password": "y"]]
        let (one, two) = try (tree(state), tree(state, .standard, Masks()))
        #expect(one[["a"]] == one[["b"]])
        #expect(one[["a"]] != one[["c"]])
        #expect(one[["a"]] != two[["a"]])
    }

    @Test func `Empty values, null, true and counts are kept, and other values of a key are masked whole`() throws {
        let state = Kinds()
        let masked = try tree(state)
        #expect(masked[["password"]] == .string(""))
        #expect(masked[["cookies"]] == .array(ArrayNode([])))
        #expect(masked[["hasToken"]] == .bool(true))
        #expect(masked[["tokenCount"]] == .integer(3))
        #expect(masked[["isLoading"]] == .bool(false))
        for key in ["pin", "credentials", "secrets", "apiKey", "accessToken"] {
            guard case .string(let text) = masked[Pointer([key])] else {
                Issue.record("\(key) is not masked")
                continue
            }
            #expect(Masks.isMask(text[...]))
        }
        #expect(try tree(state, .none)[["pin"]] == .integer(1234))
    }

    @Test func `An action named like a secret has its strings masked and still decodes`() throws {
        var encoder = PayloadEncoder(masking: Masking(.standard, Masks()))
        let payload = encoder.payload(of: SetPassword(value: "xyz", attempt: 2))
        #expect(payload.coder == .codable)
        #expect(!payload.tree.text.contains("xyz"))
        #expect(try TreeDecoder().decode(SetPassword.self, from: payload.tree).attempt == 2)
    }

    @Test func `Pointers mask their values, with * for any token, and share the rest`() throws {
        struct State: Codable {
            var users = [["name": "a", "mail": "m"], ["name": "b", "mail": "n"]]
            var list = ["x", "y"]
            var other = ["k/~": ["v"]]
            var count = 0
        }
        let rules = Redaction.none.masking(pointers: "/users/*/mail", "list/1", "/other/k~1~0", "/missing/a")
        var encoder = PayloadEncoder(masking: Masking(rules, Masks()))
        var state = State()
        let first = try encoder.tree(of: state)
        #expect(first[["users", "0", "name"]] == .string("a"))
        #expect(first[["users", "0", "mail"]] != .string("m"))
        #expect(first[["users", "0", "mail"]] != first[["users", "1", "mail"]])
        #expect(first[["list", "0"]] == .string("x"))
        #expect(first[["list", "1"]] != .string("y"))
        #expect(first[["other", "k/~"]]?.isContainer == false)
        state.count = 1
        state.users[1]["name"] = "c"
        let second = try encoder.tree(of: state)
        #expect(second.patch(from: first).operations.count == 2)
        guard let (a, b) = first[["users", "0"]].flatMap({ a in second[["users", "0"]].map { (a, $0) } }) else {
            return
        }
        #expect(a.isIdentical(to: b))
    }

    @Test func `A rule gets the keys to a value and its text`() throws {
        struct State: Codable {
            var people = [["phone": 12, "age": 12]]
            var table = ["a": "12", "b": "13"]
        }
        let rules = Redaction.none.masking("twelves") { path, text in path.last != "age" && text == "12" }
        let masked = try tree(State(), rules)
        #expect(masked[["people", "0", "age"]] == .integer(12))
        #expect(masked[["people", "0", "phone"]] == masked[["table", "a"]])
        #expect(masked[["table", "b"]] == .string("13"))
        let paths = Redaction.none.masking("paths") { path, _ in path == ["people", "*", "phone"] }
        #expect(try tree(State(), paths)[["people", "0", "phone"]] != .integer(12))
        #expect(try tree(State(), paths)[["table"]] == tree(State(), .none)[["table"]])
        #expect(rules.rules == ["own twelves"])
    }

    @Test func `Dictionary keys are searched, too`() throws {
        #expect(!(try tree([Self.jwt: 1]).text.contains(Self.jwt)))
        #expect(!(try tree(NotCodable(token: "", table: [Self.jwt: 1])).text.contains(Self.jwt)))
    }

    private struct Kinds: Codable {
        var password = ""
        var cookies: [String] = []
        var hasToken = true
        var tokenCount = 3
        var isLoading = false
        var pin = 1234
        var credentials = ["user": "a"]
        var secrets: Set<Int> = [1]
        var apiKey: Data? = Data([1, 2, 3])
        var accessToken = Wrapped(rawValue: "xyz")
        var refreshToken: String?
    }

    private struct Wrapped: RawRepresentable, Codable {
        var rawValue: String
    }

    private struct SetPassword: Codable {
        var value: String
        var attempt: Int
    }

    private final class NotCodable {
        let token: String
        let table: [String: Int]

        init(token: String, table: [String: Int] = [:]) {
            self.token = token
            self.table = table
        }
    }

    /// Returns the text of a tree, with masks as `#`.
    private func withoutDigits(_ tree: Tree) -> String {
        tree.text.replacing(/‹masked [0-9a-f·]{15}›/, with: "#")
    }
}
