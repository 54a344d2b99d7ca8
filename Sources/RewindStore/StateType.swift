/// A marker protocol that ReSwift 4 and earlier required of states. Not needed.
@available(*, deprecated, message: "A state can be of any type: leave the conformance out.")
public protocol StateType {}
