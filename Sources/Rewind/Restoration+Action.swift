import Recorder
import ReduxStore

extension Restoration: Action {}
