import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// The actions that can be dispatched from outside the app. Used where the store is used.
struct SteeredActions {
    /// The names of their types.
    let names: [String]
    private let dispatch: (String, Tree) throws -> Void

    init<Action>(_ types: ActionTypes<Action>, _ dispatch: @escaping (Action) -> Void) {
        names = types.names
        self.dispatch = { name, payload in
            guard let type = types.type(of: name), let make = types.maker(named: type) else {
                throw Refusal(.unknownType, Self.unknown(name, among: types.names))
            }
            guard let action = try make(payload) else {
                throw Refusal(.unknownType, "The app's dispatch function takes no \(type).")
            }
            dispatch(action)
        }
    }

    /// Dispatches an action with the name and payload of a recorded one.
    ///
    /// - Throws: `Refusal`.
    func dispatch(_ name: String, _ payload: Tree) throws {
        guard !Masks.occur(in: payload) else {
            throw Refusal.maskedPayload
        }
        do {
            try dispatch(name, payload)
        } catch let error as Refusal {
            throw error
        } catch let error as DecodingError {
            throw Refusal(.payload, "The payload does not decode as \(name): \(error.problem).")
        } catch {
            throw Refusal(.payload, "The payload does not decode as \(name): its init(from:) threw an error.")
        }
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        let shown = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", and others" : "")
        let name = name.count > 80 ? name.prefix(80) + "…" : name
        return "The app has not opened actions of the type \(name)" + (names.isEmpty ? "." : ", but those of \(shown).")
    }
}
