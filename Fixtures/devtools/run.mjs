// Runs an app that records with `rewind listen`, and obeys the lines of standard input: each is an action as JSON, or
// `lifted` and a lifted action, `reconnect`, or `end`. Prints the state after each change.
import { createInterface } from 'node:readline'
import * as apps from './apps.mjs'
import { RemoteStore } from './store.mjs'

const [app, port, version = '20', name = app, maxAge = '30', path] = process.argv.slice(2)
const store = new RemoteStore(apps[app], {
  port: Number(port), name, version: Number(version), maxAge: Number(maxAge), path,
})
store.subscribe(state => console.log(JSON.stringify(state)))
await store.connect()
console.log('connected')
for await (const line of createInterface({ input: process.stdin })) {
  if (line == 'end') break
  if (line == 'reconnect') {
    store.disconnect()
    await store.connect()
    console.log('connected')
  } else if (line.startsWith('lifted ')) {
    store.liftedDispatch(JSON.parse(line.slice(7)))
  } else {
    store.dispatch(JSON.parse(line))
  }
}
store.disconnect()
