extension Recorder {
    /// A reducer that records what it reduces: exact by construction, and timed to the reducer alone.
    ///
    /// Wrap the root reducer, of a store with ReSwift's shapes, instead of adding the middleware, not besides. What the
    /// reducer throws is recorded, and thrown.
    @inlinable
    public func reducer<Action, Failure: Error>(
        wrapping reduce: @escaping (Action, State?) throws(Failure) -> State
    ) -> (Action, State?) throws(Failure) -> State {
        { [intake] action, state throws(Failure) in
            let captured = intake.begin(action, mayNest: false) { StateValue(state) }
            do throws(Failure) {
                let next = try reduce(action, state)
                intake.end(captured) { StateValue(next) }
                return next
            } catch {
                intake.end(captured, error: error) { StateValue(state) }
                throw error
            }
        }
    }

    /// A reducer that records what it reduces, in the order of `reduce` and `scan`: the state first.
    ///
    /// It fits OpenCombine's and Combine's `scan` and `tryScan` and every other fold over a stream of actions.
    @inlinable
    public func reducer<Action, Failure: Error>(
        wrapping reduce: @escaping (State, Action) throws(Failure) -> State
    ) -> (State, Action) throws(Failure) -> State {
        { [intake] state, action throws(Failure) in
            let captured = intake.begin(action, mayNest: false) { StateValue(state) }
            do throws(Failure) {
                let next = try reduce(state, action)
                intake.end(captured) { StateValue(next) }
                return next
            } catch {
                intake.end(captured, error: error) { StateValue(state) }
                throw error
            }
        }
    }

    /// A reducer that records what it reduces, and changes the state in place, as those of the Composable Architecture
    /// do. What it gives back, such as an effect, is passed on.
    ///
    /// The recorder keeps a copy of the state until it is written; so the first change of a collection afterwards
    /// copies that collection's storage.
    @inlinable
    public func reducer<Action, Effect, Failure: Error>(
        wrapping reduce: @escaping (inout State, Action) throws(Failure) -> Effect
    ) -> (inout State, Action) throws(Failure) -> Effect {
        { [intake] state, action throws(Failure) in
            let captured = intake.begin(action, mayNest: false) { StateValue(state) }
            do throws(Failure) {
                let effect = try reduce(&state, action)
                intake.end(captured) { StateValue(state) }
                return effect
            } catch {
                intake.end(captured, error: error) { StateValue(state) }
                throw error
            }
        }
    }
}
