import RewindSession

/// Payload encoders that are reused from one dispatch to the next, and encode only changes.
///
/// An encoder has only one user at a time. The result of an encoding does not depend on previous ones, so the order
/// only affects the cost.
struct EncoderPool {
    private let options: RecorderOptions
    private let masks: Masks
    /// The encoders without a user.
    private var idle: [PayloadEncoder] = []

    init(_ options: RecorderOptions, _ masks: Masks) {
        self.options = options
        self.masks = masks
    }

    mutating func borrow() -> PayloadEncoder {
        idle.popLast() ?? PayloadEncoder(options, masks)
    }

    mutating func giveBack(_ encoder: PayloadEncoder) {
        idle.append(encoder)
    }
}
