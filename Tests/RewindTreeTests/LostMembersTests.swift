import Foundation
import Testing

@testable import RewindTree

@Suite struct LostMembersTests {
    private func lost<Value: Codable>(_ value: Value) throws -> [String] {
        var encoder = TreeEncoder()
        let copy = try TreeDecoder().decode(Value.self, from: encoder.encode(value))
        return LostMembers.find(in: value, decodedAs: copy).map(\.description)
    }

    @Test func `A member that is not encoded is lost, wherever it is`() throws {
        var screen = Cached()
        #expect(try lost(screen) == [])
        screen.cached = 7
        #expect(try lost(screen) == ["/cached"])
        screen.tries = 1
        #expect(try lost(["a": [screen, screen]]) == ["/*/*/cached", "/*/*/tries"])
        #expect(try lost(Wrapper(Optional(screen))) == ["/value/cached", "/value/tries"])
        #expect(try lost(Shape.card(screen)) == ["/cached", "/tries"])
        let object = Holder()
        object.inner = screen
        #expect(try lost(object) == ["/inner/cached", "/inner/tries"])
        _ = object.lazily
        #expect(try lost(object).last == "/lazily")
    }

    @Test func `A value that encodes all that == compares is not reported`() throws {
        #expect(try lost([Double.nan, 1]) == [])
        #expect(try lost(Measure(value: .nan, date: Date(), url: URL(string: "https://example.com"))) == [])
        #expect(try lost([Point(x: 1, y: 2): Set([1, 2, 3])]) == [])
        #expect(try lost(Ignoring(cached: 3)) == [])
        #expect(try lost(Scalars()) == [])
        #expect(try lost(Named(title: "renamed")) == [])
    }

    @Test func `At most eight members are reported`() throws {
        #expect(try lost(Forgetful(values: Array(0..<9))) == ["/values"])
        #expect(LostMembers.find(in: Many(1), decodedAs: Many(0)).count == 8)
    }
}

private struct Cached: Codable, Equatable {
    var count = 1
    var cached = 0
    var tries = 0

    private enum CodingKeys: CodingKey { case count }
}

private enum Shape: Codable { case card(Cached), none }

private final class Holder: Codable {
    var inner = Cached()
    lazy var lazily = 5

    private enum CodingKeys: CodingKey { case inner }
}

private struct Measure: Codable, Equatable {
    var value: Double
    var date: Date
    var url: URL?
}

private struct Ignoring: Codable, Equatable {
    var count = 1
    var cached: Int

    private enum CodingKeys: CodingKey { case count }

    init(cached: Int) { self.cached = cached }
    init(from decoder: any Decoder) throws { cached = 0 }
    static func == (left: Ignoring, right: Ignoring) -> Bool { left.count == right.count }
}

private struct Named: Codable {
    var title: String

    private enum CodingKeys: String, CodingKey { case title = "t" }
}

private struct Forgetful: Codable {
    var values: [Int]

    init(values: [Int]) { self.values = values }
    init(from decoder: any Decoder) throws { values = [] }
}

private struct Many {
    var (a, b, c, d, e): (Int, Int, Int, Int, Int)
    var (f, g, h, i, j): (Int, Int, Int, Int, Int)

    init(_ number: Int) {
        (a, b, c, d, e) = (number, number, number, number, number)
        (f, g, h, i, j) = (number, number, number, number, number)
    }
}
