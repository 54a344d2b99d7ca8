extension Recorder {
    /// The middleware that records a store with ReSwift's shapes; put it last in the array.
    ///
    /// It is generic over the store's action protocol, so it fits ReSwift's own `Store(middleware:)` as well as
    /// ReduxStore's.
    public func middleware<Action>() -> (
        @escaping (Action) -> Void,
        @escaping () -> State?
    ) -> (@escaping (Action) -> Void) -> (Action) -> Void {
        { _, getState in
            { next in
                { action in
                    let captured = self.begin(action, current: getState)
                    next(action)
                    self.end(captured, current: getState)
                }
            }
        }
    }
}
