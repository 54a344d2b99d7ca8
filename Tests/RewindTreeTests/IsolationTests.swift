import Foundation
import RewindTree
import Testing

/// Values whose conformance to `Encodable` is isolated to an actor.
@Suite struct IsolationTests {
    @MainActor private struct Item: @MainActor Encodable, @MainActor Hashable {
        var number = 1

        func encode(to encoder: any Encoder) throws {
            // Off the actor, the closure traps.
            try [3, 1, 2].sorted { $0 < $1 + number - number }.encode(to: encoder)
        }
    }

    @globalActor private actor Elsewhere {
        static let shared = Elsewhere()
    }

    @Elsewhere private struct Distant: @Elsewhere Encodable {
        var number = 1
    }

    private struct Free: Encodable {
        var number = 1
    }

    private struct Wrapper<Value> {
        var value: Value
    }

    /// A nonisolated value with type-erased content.
    private struct Holder: Encodable, @unchecked Sendable {
        var values: [any Encodable]
        /// True to ignore errors of its values.
        var swallows = false

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values {
                do {
                    try container.encode(value)
                } catch {
                    guard swallows else { throw error }
                }
            }
        }
    }

    /// Returns the encoded text, or the name of the type that prevented the encoding.
    private static func outcome(_ body: () throws -> Tree?) throws -> String {
        do {
            return try body()?.text ?? "not Encodable"
        } catch let error as IsolatedConformance {
            return "\(error.type)"
        }
    }

    private static func isIsolated(_ type: Any.Type) throws -> Bool {
        let encodable = type as? any Encodable.Type
        return try ConformanceIsolation.isIsolated(#require(encodable))
    }

    @Test func `Isolated conformances are recognized on their actor and outside of it`() async throws {
        for type in [Item.self, Distant.self] as [Any.Type] { #expect(try Self.isIsolated(type)) }
        for type in [Free.self, Holder.self, Int.self, String.self, Date.self, [Free].self] as [Any.Type] {
            #expect(try !Self.isIsolated(type))
        }
        let onMain = try await MainActor.run {
            try ([Item.self, Distant.self, Free.self] as [Any.Type]).map { try Self.isIsolated($0) }
        }
        #expect(onMain == [true, true, false])
    }

    @Test func `An isolated conformance is used only on its actor`() async {
        let types: [Any.Type] = [Item.self, Distant.self, Free.self]
        func usable() -> [Bool] {
            types.map { type in (type as? any Encodable.Type).map { ConformanceIsolation.isUsableHere($0) } == true }
        }
        let outside = await Task.detached { usable() }.value
        #expect(outside == [false, false, true])
        #expect(await MainActor.run { usable() } == [true, false, true])
        let elsewhere = await Task { @Elsewhere in usable() }.value
        #expect(elsewhere == [false, true, true])
    }

    /// All kinds of containers of a value.
    @MainActor private static var shapes: [(any Sendable, String)] {
        let item = Item()
        return [
            (Passed(item), "[1,2,3]"),
            (Passed([item]), "[[1,2,3]]"),
            (Passed(Optional(item) as Any), "[1,2,3]"),
            (Passed(["a": item]), #"{"a":[1,2,3]}"#),
            (Passed([item: 1]), "[[1,2,3],1]"),
            (Passed(Set([item])), "[[1,2,3]]"),
            (Passed(["a": [[item]]]), #"{"a":[[[1,2,3]]]}"#),
            (Passed(Holder(values: [1, item])), "[1,[1,2,3]]"),
            (Passed(Holder(values: [1, Holder(values: [item])], swallows: true)), "[1,[[1,2,3]]]"),
            (Passed(item as any Encodable), "[1,2,3]"),
        ]
    }

    // A value passed to another thread.
    // Safe because the values in these tests are not changed.
    private struct Passed: @unchecked Sendable {
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    @Test func `An isolated value anywhere stops an encode off its actor, and is encoded on it`() async throws {
        for (shape, text) in await Self.shapes {
            let value = try #require(shape as? Passed)
            func encoded(_ encoder: inout TreeEncoder) throws -> String {
                try Self.outcome { try encoder.encodeIfPossible(value.value) }
            }
            let outside = try await Task.detached {
                var encoder = TreeEncoder()
                return [try encoded(&encoder), try encoded(&encoder)]
            }.value
            #expect(outside == ["Item", "Item"], "\(text)")
            let onMain = try await MainActor.run {
                var encoder = TreeEncoder()
                return [try encoded(&encoder), try encoded(&encoder)]
            }
            #expect(onMain == [text, text])
        }
    }

    @Test func `A value isolated to another global actor is encoded there`() async throws {
        let value = await Task { @Elsewhere in Passed(Distant()) }.value
        func encoded() throws -> String {
            var encoder = TreeEncoder()
            return try Self.outcome { try encoder.encodeIfPossible(value.value) }
        }
        #expect(try await MainActor.run { try encoded() } == "Distant")
        let elsewhere = try await Task { @Elsewhere in try encoded() }.value
        #expect(elsewhere == #"{"number":1}"#)
    }

    @Test
    @MainActor func `An isolated value does not make the encoder forget the previous value`() async throws {
        // Safe to share because the threads use it one after the other.
        final class Encoding: @unchecked Sendable {
            var encoder = TreeEncoder()
        }
        let (encoding, value, other) = (Encoding(), Passed([Item(), Item()]), Passed([Item(), Item(number: 2)]))
        let first = try #require(try encoding.encoder.encodeIfPossible(value.value))
        let outside = try await Task.detached {
            try Self.outcome { try encoding.encoder.encodeIfPossible(other.value) }
        }.value
        #expect(outside == "Item")
        let second = try #require(try encoding.encoder.encodeIfPossible(value.value))
        #expect(second.isIdentical(to: first))
    }
}
