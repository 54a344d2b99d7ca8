/// The numbers of effects and outcomes, and of their lines in the crash log.
struct EffectNumbers {
    private var lastEffect = 0
    private var lastOutcome = 0
    private var lastLine = 0

    mutating func nextEffect() -> Int {
        lastEffect += 1
        return lastEffect
    }

    mutating func nextOutcome() -> Int {
        lastOutcome += 1
        return lastOutcome
    }

    mutating func nextLine() -> Int {
        lastLine += 1
        return lastLine
    }
}

/// Stands for a value that was too much for the queue.
struct LostValue {}
