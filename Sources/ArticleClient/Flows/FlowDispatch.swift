import RewindStore

/// Runs a dispatch, and is told where in the source that is written, as `#fileID` and `#line` have it.
package typealias LocatedDispatch =
    @Sendable (_ file: StaticString, _ line: UInt, _ dispatch: () -> Void) -> Void

/// Dispatches what a flow dispatches, and tells where it does.
struct FlowDispatch {
    /// The store's own, for a flow that is part of another one.
    let function: DispatchFunction
    let located: LocatedDispatch

    func callAsFunction(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
        located(file, line) { function(action) }
    }
}

extension ArticleFlows {
    typealias Body = nonisolated(nonsending) (FlowDispatch, @escaping () -> AppState?) async -> Void

    /// A flow whose dispatches are told where they are written.
    func thunk(_ body: @escaping Body) -> AsyncThunk<AppState> {
        AsyncThunk { dispatch, getState in
            await body(FlowDispatch(function: dispatch, located: located), getState)
        }
    }
}
