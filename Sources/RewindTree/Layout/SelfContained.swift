import Foundation

/// A type whose values are fully determined by their bytes while one copy is retained: the memory that the bytes refer
/// to does not change then, because it is immutable or copied on write.
protocol SelfContained {}

/// A collection that is copied on write, and self-contained if its elements are.
protocol SelfContainedCollection {
    /// The types of its elements.
    static var contents: [Any.Type] { get }
    /// Calls `body` with each part of each element in memory until it returns false. Returns true if it never did.
    static func allSatisfy(in collection: UnsafeRawPointer, _ body: (Any.Type, UnsafeRawPointer) -> Bool) -> Bool
}

extension SelfContainedCollection where Self: Sequence {
    static func allSatisfy(in collection: UnsafeRawPointer, _ body: (Any.Type, UnsafeRawPointer) -> Bool) -> Bool {
        collection.assumingMemoryBound(to: Self.self).pointee.allSatisfy { element in
            withUnsafePointer(to: element) { body(Element.self, $0) }
        }
    }
}

/// A type whose values are self-contained, except for those that follow the user's settings.
protocol Following {}

extension Following {
    /// Returns true if a value in memory follows the user's settings, as its description shows on every system.
    static func isFollowing(at value: UnsafeRawPointer) -> Bool {
        String(describing: value.assumingMemoryBound(to: Self.self).pointee).contains("autoupdating")
    }
}

extension Locale: Following {}
extension TimeZone: Following {}
extension Calendar: Following {}

extension Bool: SelfContained {}
extension Int: SelfContained {}
extension Int8: SelfContained {}
extension Int16: SelfContained {}
extension Int32: SelfContained {}
extension Int64: SelfContained {}
extension UInt: SelfContained {}
extension UInt8: SelfContained {}
extension UInt16: SelfContained {}
extension UInt32: SelfContained {}
extension UInt64: SelfContained {}
extension Float: SelfContained {}
extension Double: SelfContained {}
extension String: SelfContained {}
extension Substring: SelfContained {}
extension Character: SelfContained {}
extension Unicode.Scalar: SelfContained {}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Int128: SelfContained {}
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension UInt128: SelfContained {}

extension CGFloat: SelfContained {}
extension Data: SelfContained {}
extension Date: SelfContained {}
extension Decimal: SelfContained {}
extension CharacterSet: SelfContained {}
extension URL: SelfContained {}
extension URLComponents: SelfContained {}
extension UUID: SelfContained {}

extension Array: SelfContainedCollection {
    static var contents: [Any.Type] { [Element.self] }
}

extension ArraySlice: SelfContainedCollection {
    static var contents: [Any.Type] { [Element.self] }
}

extension ContiguousArray: SelfContainedCollection {
    static var contents: [Any.Type] { [Element.self] }
}

extension Dictionary: SelfContainedCollection {
    static var contents: [Any.Type] { [Key.self, Value.self] }
}

extension Set: SelfContainedCollection {
    static var contents: [Any.Type] { [Element.self] }
}

/// The self-contained types of Foundation, by name. Only the name shows that the unit of a measurement is one of
/// Foundation's immutable units; other units are classes of an app.
enum FoundationValues {
    private static let names: Set<Substring> = ["IndexPath", "IndexSet", "PersonNameComponents"]

    static func contains(_ type: Any.Type) -> Bool {
        guard TypeMetadata(type).isStruct else { return false }
        let parts = String(reflecting: type).split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[0] == "Foundation" || parts[0] == "FoundationEssentials" else { return false }
        if names.contains(parts[1]) { return true }
        guard parts[1].hasPrefix("Measurement<"), parts[1].hasSuffix(">") else { return false }
        let unit = parts[1].dropFirst("Measurement<".count).dropLast()
        guard !unit.contains(where: { "<>".contains($0) }) else { return false }
        // Types from Objective-C are in the module __C.
        return unit.hasPrefix("Foundation.") || unit.hasPrefix("NSUnit") || unit.hasPrefix("__C.NSUnit")
    }
}
