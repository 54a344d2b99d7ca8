import Foundation
import Testing

@testable import RewindTree

@Suite struct ValueLayoutTests {
    private final class Object {}
    private struct Plain {
        var a: Int8
        var b: String
        var c: (Bool, [Int]?)
    }
    private struct Generic<T> {
        var flag: Bool
        var value: T
    }
    private enum Payload<T> {
        case none
        case value(T)
        indirect case more(Payload<T>)
    }
    private struct Recursive {
        var children: [Recursive]
        var table: [String: Set<Int>]
    }
    private struct RecursiveImpure {
        var children: [RecursiveImpure]
        var object: Object?
    }
    private struct Weak { weak var object: Object? }
    private struct Unowned { unowned(unsafe) var object: Object }
    private struct Closure { var run: () -> Void }
    private struct Pointed { var pointer: UnsafeMutablePointer<Int> }
    private struct Typed { var type: Any.Type }
    private struct Lazy { lazy var value = 1 }
    private struct Empty {}
    private enum Cases { case a, b }

    @Test(
        arguments: [
            Int.self, String.self, Bool.self, [String].self, [String: [Int]].self, Set<String>.self, Int?.self,
            Plain.self, Generic<Int>.self, Generic<Plain>.self, Payload<String>.self, [Payload<Plain>].self,
            Recursive.self, Lazy.self, Empty.self, Cases.self, Date.self, URL?.self, UUID.self, Data.self, Decimal.self,
            (Int, String).self, [[Generic<Payload<Cases>?>]].self, Scalars.self, Nested.self, Screen.self, Chain.self,
            Wrapper<[Int]>.self, Point.self, Texts.self, Range<Int>.self,
        ] as [Any.Type]
    )
    func `A type that consists of values alone has a layout`(type: Any.Type) {
        #expect(ValueLayout(of: type) != nil)
    }

    @Test(
        arguments: [
            Object.self, Object?.self, [Object].self, [String: Object].self, Weak.self, Unowned.self, Closure.self,
            Pointed.self, Typed.self, Any.self, [Any].self, (any Error).self, AnyObject.self, AnyHashable.self,
            Generic<Object>.self, Generic<Any>.self, Payload<Object>.self, [Payload<Object?>].self,
            RecursiveImpure.self, [[RecursiveImpure]].self, (Int, Object).self, Base.self, Derived.self, [Base].self,
            Wrapper<Base>.self, UnsafeRawPointer.self, Unmanaged<Object>.self, OpaquePointer.self,
            AnySequence<Int>.self, KeyPath<Plain, Int8>.self, Result<Int, any Error>.self,
        ] as [Any.Type]
    )
    func `A type that may reach a mutable object has no layout`(type: Any.Type) {
        #expect(ValueLayout(of: type) == nil)
    }

    #if canImport(Glibc)
    @Test(
        arguments: [
            (timespec.self, true), (div_t.self, true), (Generic<timespec>.self, true), ([timespec].self, true),
            (in6_addr.self, false), (sockaddr_in6.self, false), (tcp_info.self, false),
            (in6_addr?.self, false), ([sockaddr_in6].self, false), (Generic<in6_addr>.self, false),
        ] as [(Any.Type, Bool)]
    )
    func `A C struct has a layout unless it has gaps, bit fields or unions`(
        type: Any.Type,
        hasLayout: Bool
    ) {
        #expect((ValueLayout(of: type) != nil) == hasLayout)
    }

    @Test func `Points, sizes and rectangles have layouts`() {
        for type in [CGPoint.self, CGSize.self, CGRect.self, NSRange.self] as [Any.Type] {
            #expect(ValueLayout(of: type) != nil, "\(type)")
        }
    }
    #endif

    @Test(.timeLimit(.minutes(10)))
    func `Types that refer to each other are inspected once each`() {
        enum Left { case none, middle([Middle]), right([String: Right]), many([Left], [Middle], [Right], [Round]) }
        enum Middle { case none, left([Left]), right([Right]), many([Left], [Middle], [Right], [Round]) }
        enum Right { case none, left([Left]), middle([Middle]), many([Left], [Middle], [Right], [Round]) }
        struct Round {
            var all: ([Left], [Middle], [Right])
            var optional: [Round?]
            var sets: [Set<String>: Left]
            var last: [Last]
        }
        struct Last { var all: [([Left], [Middle], [Right], [Round], [Last])] }
        #expect(ValueLayout(of: Left.self) != nil)
        #expect(ValueLayout(of: [Last].self) != nil)
    }

    @Test func `The runtime's metadata has the documented layout`() {
        #expect(TypeMetadata.isReadable)
    }

    private func isSame<T>(_ a: T, _ b: T) throws -> Bool {
        let layout = try #require(ValueLayout(of: T.self))
        return withUnsafeBytes(of: a) { a in
            withUnsafeBytes(of: b) { b in
                guard let a = a.baseAddress, let b = b.baseAddress else { return true }
                #expect((layout.hash(a) == layout.hash(b)) == layout.isSame(a, b))
                return layout.isSame(a, b)
            }
        }
    }

    @Test func `Copies are equal, whatever the padding holds`() throws {
        let value = Generic(
            flag: true,
            value: Plain(a: 1, b: "a string that is long enough for the heap", c: (true, [1]))
        )
        let size = MemoryLayout<Generic<Plain>>.size
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        for filler in [0x00, 0xFF] as [UInt8] {
            memory.initializeMemory(as: UInt8.self, repeating: filler, count: size)
            let copy = memory.initializeMemory(as: Generic<Plain>.self, to: value)
            let layout = try #require(ValueLayout(of: Generic<Plain>.self))
            withUnsafeBytes(of: value) { bytes in
                guard let base = bytes.baseAddress else { return }
                #expect(layout.isSame(base, memory))
            }
            copy.deinitialize(count: 1)
        }
        var other = value
        #expect(try isSame(value, other))
        other.value.a = 2
        #expect(try !isSame(value, other))
        other = value
        other.value.c.1?[0] = 2
        #expect(try !isSame(value, other))
        other = value
        other.flag = false
        #expect(try !isSame(value, other))
        other = value
        other.value.b += "x"
        #expect(try !isSame(value, other))
        #expect(try !isSame(Int?.none, Int?.some(0)))
        #expect(try !isSame(Payload<Int>.none, Payload<Int>.value(0)))
        #expect(try !isSame("é", "e\u{301}"))
    }
}
