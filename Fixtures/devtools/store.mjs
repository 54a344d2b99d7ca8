// A store like that of Redux with Redux DevTools' instrument and remote enhancers, as far as the remote protocol shows it.
import { WebSocketClient } from './websocket.mjs'

let clock = 1_700_000_000_000

export class RemoteStore {
  #listeners = []
  #isMonitored = false
  #lastLifted

  /** `version` is that of the SocketCluster client: 14 or 20. */
  constructor(reducer, { port, name, version = 20, maxAge = 30, instanceId = name + Math.random(), path, headers }) {
    Object.assign(this, { reducer, port, name, version, maxAge, instanceId, path, headers })
    this.createdAt = clock++
    this.lifted = this.#initial(reducer(undefined, { type: '@@INIT' }))
  }

  #initial(state) {
    return {
      actionsById: { 0: this.#perform({ type: '@@INIT' }, this.createdAt) }, nextActionId: 1, stagedActionIds: [0],
      skippedActionIds: [], committedState: state, currentStateIndex: 0, computedStates: [{ state }],
      isLocked: false, isPaused: false,
    }
  }

  #perform(action, timestamp = clock++) {
    return { type: 'PERFORM_ACTION', action, timestamp }
  }

  get state() {
    return this.lifted.computedStates[this.lifted.currentStateIndex].state
  }

  subscribe(listener) {
    this.#listeners.push(listener)
  }

  dispatch(action) {
    this.liftedDispatch(this.#perform(action))
  }

  liftedDispatch(action) {
    const before = this.lifted
    const lifted = { ...before, actionsById: { ...before.actionsById }, stagedActionIds: [...before.stagedActionIds] }
    switch (action.type) {
      case 'PERFORM_ACTION': {
        if (lifted.isLocked) return
        if (lifted.stagedActionIds.length > this.maxAge) this.#commitExcess(lifted)
        if (lifted.currentStateIndex == lifted.stagedActionIds.length - 1) lifted.currentStateIndex++
        lifted.actionsById[lifted.nextActionId] = action
        lifted.stagedActionIds.push(lifted.nextActionId++)
        break
      }
      case 'JUMP_TO_STATE': lifted.currentStateIndex = action.index; break
      case 'JUMP_TO_ACTION': {
        const index = lifted.stagedActionIds.indexOf(action.actionId)
        if (index >= 0) lifted.currentStateIndex = index
        break
      }
      case 'TOGGLE_ACTION': {
        const isSkipped = lifted.skippedActionIds.includes(action.id)
        lifted.skippedActionIds = isSkipped
          ? lifted.skippedActionIds.filter(id => id != action.id) : [...lifted.skippedActionIds, action.id]
        break
      }
      case 'LOCK_CHANGES': lifted.isLocked = action.status; break
      case 'COMMIT': Object.assign(lifted, this.#initial(this.state)); break
      case 'RESET': Object.assign(lifted, this.#initial(this.reducer(undefined, { type: '@@INIT' }))); break
      case 'IMPORT_STATE': Object.assign(lifted, action.nextLiftedState); break
      default: throw new Error(action.type)
    }
    this.#compute(lifted)
    this.lifted = lifted
    this.#lastLifted = action.type
    for (const listener of this.#listeners) listener(this.state)
    this.#relayChange()
  }

  #commitExcess(lifted) {
    const id = lifted.stagedActionIds[1]
    delete lifted.actionsById[id]
    lifted.committedState = lifted.computedStates[1].state
    lifted.stagedActionIds.splice(1, 1)
    lifted.currentStateIndex = Math.max(0, lifted.currentStateIndex - 1)
    lifted.skippedActionIds = lifted.skippedActionIds.filter(other => other != id)
  }

  #compute(lifted) {
    let previous = { state: lifted.committedState }
    lifted.computedStates = lifted.stagedActionIds.map((id, index) => {
      if (index > 0 && !lifted.skippedActionIds.includes(id)) {
        try {
          previous = previous.error
            ? { state: previous.state, error: 'Interrupted by an error up the chain' }
            : { state: this.reducer(previous.state, lifted.actionsById[id].action) }
        } catch (error) {
          previous = { state: previous.state, error: String(error) }
        }
      }
      return previous
    })
  }

  #relayChange() {
    if (!this.#isMonitored) return
    if (this.#lastLifted == 'JUMP_TO_STATE') return
    if (this.#lastLifted != 'PERFORM_ACTION') return this.#relayState()
    const { nextActionId, actionsById, stagedActionIds } = this.lifted
    const action = JSON.stringify(actionsById[nextActionId - 1])
    const payload = this.state ? JSON.stringify(this.state) : undefined
    const isExcess = this.isExcess
    this.#log({ type: 'ACTION', payload, action, nextActionId, isExcess })
    this.isExcess = stagedActionIds.length > this.maxAge
  }

  #relayState() {
    this.#log({ type: 'STATE', payload: JSON.stringify(this.lifted) })
  }

  #log(message) {
    this.#emit('log', { ...message, id: this.socketId, name: this.name, instanceId: this.instanceId })
  }

  #emit(event, data, cid) {
    this.client.send(JSON.stringify({ event, data, cid }))
  }

  /** Connects as the genuine client does. Resolves when a monitor has asked for the history. */
  connect() {
    return new Promise((resolve, reject) => {
      this.client = new WebSocketClient(this.port, this.path, this.headers)
      this.client.on('open', () => this.#emit('#handshake', { authToken: null }, 1))
      this.client.on('close', code => reject(new Error(`closed ${code} ${this.client.status}`)))
      this.client.on('text', text => {
        // Each version knows its own ping only.
        if (this.version < 15 ? text == '#1' : text == '') return this.client.send(this.version < 15 ? '#2' : '')
        if (text == '' || text == '#1') return
        const frame = JSON.parse(text)
        if (frame.rid == 1) {
          this.socketId = frame.data.id
          this.#emit('login', 'master', 2)
        } else if (frame.rid == 2) {
          this.#log({ type: 'START' })
          this.#emit('#subscribe', { channel: frame.data }, 3)
        } else if (frame.event == '#publish') {
          this.#handle(frame.data.data)
          resolve()
        }
      })
    })
  }

  #handle(message) {
    switch (message.type) {
      case 'START':
        this.#isMonitored = true
        return this.#relayState()
      case 'UPDATE': return this.#relayState()
      case 'IMPORT':
        return this.liftedDispatch({ type: 'IMPORT_STATE', nextLiftedState: JSON.parse(message.state) })
      case 'DISPATCH': return this.liftedDispatch(message.action)
      // The genuine client evaluates its text.
      case 'ACTION': throw new Error('The app was sent code')
    }
  }

  disconnect() {
    this.client.end()
  }
}
