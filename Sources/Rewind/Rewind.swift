@_exported import Recorder
@_exported import ReduxStore
