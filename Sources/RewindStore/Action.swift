/// Something that happened. A marker: whatever conforms can be dispatched to a ``Store``.
public protocol Action {}
