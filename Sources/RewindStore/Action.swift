/// A marker for types that can be dispatched to a ``Store``.
public protocol Action {}
