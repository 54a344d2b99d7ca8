import Counter
import Rewind
import RewindStore
import RewindTravel

extension Restoration: @retroactive Action {}
