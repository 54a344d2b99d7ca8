import RewindSession

/// Payload encoders that go from one dispatch to the next, and encode what has changed since.
///
/// One that is in use is nobody else's; and an encoding says the same whatever came before it, so that the order only
/// matters for its cost.
struct EncoderPool {
    private let redaction: Redaction
    private let masks: Masks
    /// Those that nobody uses at the moment.
    private var idle: [PayloadEncoder] = []

    init(_ redaction: Redaction, _ masks: Masks) {
        self.redaction = redaction
        self.masks = masks
    }

    mutating func borrow() -> PayloadEncoder {
        idle.popLast() ?? PayloadEncoder(masking: Masking(redaction, masks))
    }

    mutating func giveBack(_ encoder: PayloadEncoder) {
        idle.append(encoder)
    }
}
