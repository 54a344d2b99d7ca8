import Foundation
import Rewind
import RewindAnswers
import RewindTimeline
import RewindTravel
import RewindTree
import TestSupport
import Testing

@testable import RewindReplay

/// Types that require a value in the `userInfo` of encoders and decoders.
@Suite struct UserInfoTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func record() throws -> Recorder<Warehouse> {
        var options = RecorderOptions()
        options.userInfo = .units
        return try Recorder<Warehouse>(recordingTo: url, options: options)
    }

    @Test func `Travel decodes a state with the userInfo of the recorder`() throws {
        let recorder = try record()
        var state = Warehouse()
        var options = TimeTravelOptions()
        options.statesInMemory = 1
        let travel = TimeTravel(recorder, options: options) { state = $0.state }
        recorder.recordInitialState(state)
        for length in 1...3 {
            reduce(&state, .add(Length(length)))
            recorder.record(Restock.add(Length(length)), resultingIn: state)
        }
        try travel.jump(to: 1)
        #expect(state.rows == [Length(1)])
        try travel.jump(to: 2)
        #expect(state.rows == [Length(1), Length(2)])
        recorder.close()
        #expect(try Timeline(opening: url).state(at: 1) == ["rows": ["1 cm"]])
    }

    @Test func `Without the userInfo, the error names the option that keeps states`() throws {
        let recorder = try Recorder<Unread>(recordingTo: url)
        var options = TimeTravelOptions()
        options.statesInMemory = 2
        let travel = TimeTravel(recorder, options: options) { _ in }
        for number in 1...5 { recorder.record("n", resultingIn: Unread(number: number)) }
        let error = #expect(throws: TimeTravelError.self) { try travel.jump(to: 1) }
        #expect(
            error?.description == "The state 1 cannot be restored: its init(from:) threw an error, and it is older "
                + "than the 2 states that `statesInMemory` keeps."
        )
    }

    @Test func `A re-run and an exported test use the userInfo of the app`() throws {
        let recorder = try record()
        let reducer = recorder.reducer(wrapping: reduce)
        var state = Warehouse()
        for length in 1...3 { reducer(&state, .add(Length(length))) }
        recorder.close()
        let app = RegisteredApp(reducer: reduce, actions: [Restock.self], userInfo: .units)
        let timeline = try Timeline(opening: url)
        let report = try Rerun(of: timeline, with: app).run()
        #expect(report.finding == nil)
        #expect(report.agreed == 3)
        let recorded = try Session(opening: url)
        #expect(try recorded.value(at: 2)?.decode(Warehouse.self, userInfo: .units).rows == [Length(1), Length(2)])

        var exporting = app
        exporting.userInfoName = "AppState.userInfo"
        let options = TestExport.Options(from: 0, to: 3, pointers: [], reducer: "reduce", module: nil)
        let export = try TestExport(of: timeline, with: exporting, options)
        #expect(export.source.contains("actions: [Restock.self], userInfo: AppState.userInfo)"))
        let steps = export.steps.map(\.text).joined(separator: "\n")
        try RecordedSteps(start: export.start.text, actions: steps).check(app)
    }
}

extension [CodingUserInfoKey: any Sendable] {
    fileprivate static var units: Self {
        CodingUserInfoKey(rawValue: "unit").map { [$0: "cm"] } ?? [:]
    }
}

/// A length whose unit is not a part of the value.
struct Length: Codable, Equatable {
    struct NoUnit: Error {}

    var value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
        let parts = try decoder.singleValueContainer().decode(String.self).split(separator: " ")
        guard let unit = Self.unit(in: decoder.userInfo), parts.last.map(String.init) == unit,
            let value = parts.first.flatMap({ Int($0) })
        else { throw NoUnit() }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        guard let unit = Self.unit(in: encoder.userInfo) else { throw NoUnit() }
        var container = encoder.singleValueContainer()
        try container.encode("\(value) \(unit)")
    }

    private static func unit(in userInfo: [CodingUserInfoKey: Any]) -> String? {
        CodingUserInfoKey(rawValue: "unit").flatMap { userInfo[$0] as? String }
    }
}

private struct Unread: Codable {
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws { throw Length.NoUnit() }
}

struct Warehouse: Codable, Equatable { var rows: [Length] = [] }

enum Restock: Codable { case add(Length) }

@Sendable private func reduce(_ state: inout Warehouse, _ action: Restock) {
    if case .add(let length) = action { state.rows.append(length) }
}
