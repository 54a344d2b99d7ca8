import RewindStore
import TestSupport
import Testing

@Suite struct SubscriptionModelTests {
    /// A simple model of the subscriptions: a list of subscribers in order.
    private struct Model {
        var told: [Int] = []

        mutating func subscribe(_ number: Int) {
            leave(number)
            told.append(number)
        }

        mutating func leave(_ number: Int) {
            told.removeAll { $0 == number }
        }
    }

    @Test(arguments: Thoroughness.first(5, of: 1...20 as ClosedRange<UInt64>))
    func `All current subscribers are notified in order while others join and leave`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let store = makeStore()
        let journal = Journal()
        var model = Model()
        var spies: [Int: Spy<Counter>] = [:]

        for number in 0..<400 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let spy = Spy<Counter>()
                spy.react = { _ in journal.lines.append("\(number)") }
                spies[number] = spy
                store.subscribe(spy)
                model.subscribe(number)
            case 4..<6:
                // Freed without unsubscribing: another spy may get its address.
                guard let gone = spies.keys.sorted().randomElement(using: &random) else { continue }
                spies[gone] = nil
                model.leave(gone)
            case 6..<8:
                guard let (leaving, spy) = spies.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
                else { continue }
                store.unsubscribe(spy)
                model.leave(leaving)
            case 8:
                guard let (again, spy) = spies.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
                else { continue }
                store.subscribe(spy)
                model.subscribe(again)
            default:
                journal.lines = []
                store.dispatch(Add(amount: 1))
                #expect(journal.lines == model.told.map(String.init))
            }
        }
    }
}
