import Foundation
import Rewind
import RewindStore

/// The processor time of a change to a state with 1,000 rows or dictionary entries, by the kind of a field of the rows
/// or of the keys. Each figure is a ratio to plain rows or to String keys.
enum KindFigures {
    private static let size = 1000
    private static let repetitions = 3
    private static let warmUp = 3

    /// Changes a counter beside unchanged rows, or one value of a dictionary.
    private struct Change: Action, Codable { var number: Int }

    private struct Row<Field: Encodable>: Encodable {
        var id: String
        var title: String
        var likes: Int
        var field: Field
    }

    private struct Rows<Field: Encodable>: Encodable {
        var counter = 0
        var rows: [Row<Field>]
    }

    private struct Table<Key: Hashable & Encodable>: Encodable {
        var counter = 0
        var items: [Key: Row<String>]
    }

    static func measure() throws -> [Figure] {
        var peer = Double.nan
        var figures: [Figure] = []
        func add(_ name: String, _ microseconds: Double) {
            let isPeer = figures.isEmpty || name == "String"
            if isPeer { peer = microseconds }
            let against = name.hasPrefix("row") ? "plain rows" : "String keys"
            figures.append(
                Figure(
                    name: isPeer ? "\(against), 1,000" : name,
                    value: microseconds,
                    unit: "µs/change",
                    ratio: isPeer ? nil : microseconds / peer,
                    against: against
                )
            )
        }
        for row in rows { add("rows with \(row.name)", try row.measure(false)) }
        for row in rows { add("rows with \(row.name), one row changed", try row.measure(true)) }
        for key in keys { add(key.name == "String" ? "String" : "\(key.name) keys", try key.measure()) }
        return figures
    }

    private static var rows: [(name: String, measure: (_ changesRow: Bool) throws -> Double)] {
        [
            row("a String") { "a text of row \($0)" },
            row("an Int?") { Int?.some($0) },
            row("UUID") { FieldKinds.uuid($0) },
            row("Date") { Date(timeIntervalSinceReferenceDate: Double($0)) },
            row("Data") { Data(repeating: UInt8(truncatingIfNeeded: $0), count: 40) },
            row("URL") { FieldKinds.url($0) },
            row("Decimal") { Decimal($0) / 100 },
            row("an enum with payloads") { $0 % 2 == 0 ? FieldKinds.Choice.text("text \($0)") : .numbers([$0]) },
            row("a class instance, `let` fields") { FieldKinds.Fixed($0) },
            row("a class instance, `var` fields") { FieldKinds.Object($0) },
            row("one class instance for all") { _ in FieldKinds.shared },
            row("an optional class, nil") { _ in FieldKinds.Object?.none },
            row("a struct with a class instance") { [FieldKinds.Object($0)] },
            row("an enum with a class instance") { $0 % 2 == 0 ? FieldKinds.Holder.object(.init($0)) : .nothing },
            row("any Codable, an Int") { FieldKinds.Erased(value: $0) },
            row("any Codable, a struct on the heap") { FieldKinds.Erased(value: FieldKinds.Large(number: $0)) },
            row("any Codable?, nil") { _ in FieldKinds.Erased(value: nil) },
            row("a weak reference") { _ in FieldKinds.Weak(object: FieldKinds.shared) },
            row("a weak reference, nil") { _ in FieldKinds.Weak(object: nil) },
            row("Locale") { Locale(identifier: $0 % 2 == 0 ? "ja_JP" : "en_US") },
            row("TimeZone") { TimeZone(secondsFromGMT: $0 % 12 * 3600) },
            row("Calendar") { Calendar(identifier: $0 % 2 == 0 ? .gregorian : .japanese) },
            row("DateComponents") { DateComponents(year: 2000 + $0 % 30, month: 1) },
            row("IndexSet") { IndexSet(integersIn: $0..<$0 + 5) },
            row("IndexPath") { IndexPath(indexes: [$0, 1]) },
            row("Measurement") { Measurement(value: Double($0), unit: UnitLength.meters) },
            row("DateInterval") { DateInterval(start: Date(timeIntervalSinceReferenceDate: Double($0)), duration: 60) },
            row("PersonNameComponents") { FieldKinds.name($0) },
            row("URLComponents") { URLComponents(url: FieldKinds.url($0), resolvingAgainstBaseURL: false) },
            row("a closure") { number in FieldKinds.Closure { number } },
        ]
    }

    private static var keys: [(name: String, measure: () throws -> Double)] {
        [
            key("String") { "key \($0)" },
            key("Int") { $0 },
            key("RawRepresentable<String>") { FieldKinds.Key(rawValue: "key \($0)") },
            key("CodingKeyRepresentable") { FieldKinds.Coding(number: $0) },
            key("UUID") { FieldKinds.uuid($0) },
            key("Date") { Date(timeIntervalSinceReferenceDate: Double($0)) },
            key("URL") { FieldKinds.url($0) },
            key("RawRepresentable<UInt64>") { FieldKinds.Key(rawValue: UInt64($0)) },
            key("Int64") { Int64($0) },
            key("struct with an array") { FieldKinds.Name.at($0) },
            key("struct") { FieldKinds.Point(x: $0, y: -$0) },
            key("enum with payloads") { $0 % 2 == 0 ? FieldKinds.Place.index($0) : .name("name \($0)") },
        ]
    }

    private static func row<Field: Encodable>(
        _ name: String,
        _ field: @escaping (Int) -> Field
    ) -> (name: String, measure: (Bool) throws -> Double) {
        (
            name,
            { changesRow in
                let rows = (0..<size).map { Row(id: "id-\($0)", title: "Row \($0)", likes: $0, field: field($0)) }
                return try microseconds(Rows(rows: rows)) { state, number in
                    if changesRow {
                        state.rows[number &* 7919 % size].likes += 1
                    } else {
                        state.counter = number
                    }
                }
            }
        )
    }

    private static func key<Key: Hashable & Encodable>(
        _ name: String,
        _ key: @escaping (Int) -> Key
    ) -> (name: String, measure: () throws -> Double) {
        (
            name,
            {
                let items = (0..<size).map {
                    (key($0), Row(id: "id-\($0)", title: "Row \($0)", likes: $0, field: "a text of row \($0)"))
                }
                let table = Table(items: Dictionary(uniqueKeysWithValues: items))
                return try microseconds(table) { state, number in
                    state.items[items[number &* 7919 % size].0]?.likes += 1
                }
            }
        )
    }

    /// Returns the median of several runs.
    private static func microseconds<State: Encodable>(
        _ state: State,
        _ change: @escaping (inout State, Int) -> Void
    ) throws -> Double {
        let times = try (0..<repetitions).map { _ in try run(state, change) }
        return times.sorted()[repetitions / 2]
    }

    /// Returns the processor time of a change, after the whole state was recorded once.
    ///
    /// Each change is written before the next one, so that no actions are joined.
    private static func run<State: Encodable>(
        _ state: State,
        _ change: @escaping (inout State, Int) -> Void
    ) throws -> Double {
        var time = 0.0
        _ = try Recording.record({ $0.durability = .crashSafe }) { (recorder: Recorder<State>) in
            let store = Store<State>(
                reducer: { action, old in
                    var new = old ?? state
                    if let action = action as? Change { change(&new, action.number) }
                    return new
                },
                state: state,
                middleware: [recorder.middleware()]
            )
            func dispatch(_ numbers: Range<Int>) {
                for number in numbers {
                    store.dispatch(Change(number: number))
                    recorder.flush(atMost: .seconds(60))
                }
            }
            dispatch(0..<warmUp)
            var count = 0
            let start = ProcessorFigures.usage
            repeat {
                dispatch(warmUp + count..<warmUp + count + 20)
                count += 20
                time = ProcessorFigures.usage - start
            } while time < 40_000
            time /= Double(count)
        }
        return time
    }
}
