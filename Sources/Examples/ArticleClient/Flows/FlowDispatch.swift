import RewindStore

/// Runs a dispatch, and receives its call site, as in `#fileID` and `#line`.
package typealias LocatedDispatch =
    @Sendable (_ file: StaticString, _ line: UInt, _ dispatch: () -> Void) -> Void

/// Dispatches the actions of a flow with their call sites.
struct FlowDispatch {
    /// The store's dispatch function, for a flow that is part of another one.
    let function: DispatchFunction
    let located: LocatedDispatch

    func callAsFunction(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
        located(file, line) { function(action) }
    }
}

extension ArticleFlows {
    typealias Body = nonisolated(nonsending) (FlowDispatch, @escaping () -> AppState?) async -> Void

    /// Returns a flow that dispatches with call sites, with the name of the function that calls this one.
    func thunk(_ name: String = #function, _ body: @escaping Body) -> AsyncThunk<AppState> {
        AsyncThunk(name) { dispatch, getState in
            await body(FlowDispatch(function: dispatch, located: located), getState)
        }
    }
}
