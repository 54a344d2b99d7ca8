/// A marker that states had to conform to in ReSwift 4 and earlier. Nothing needs it.
@available(*, deprecated, message: "A state can be of any type: leave the conformance out.")
public protocol StateType {}
