import RewindStore
import Testing

@Suite struct CombineReducersTests {
    @Test func `Each reducer works on the result of the previous one`() {
        let adding: Reducer<[String]> = { _, state in (state ?? ["default"]) + ["first"] }
        let counting: Reducer<[String]> = { _, state in (state ?? []) + ["\(state?.count ?? -1)"] }
        let combined = combineReducers(adding, counting, counting)
        #expect(combined(ReSwiftInit(), nil) == ["default", "first", "2", "3"])
        #expect(combined(ReSwiftInit(), []) == ["first", "1", "2"])
    }

    @Test func `A single reducer is unchanged`() {
        #expect(combineReducers(counterReducer)(Add(amount: 3), Counter(value: 1)) == Counter(value: 4))
    }
}
