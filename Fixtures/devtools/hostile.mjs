// Clients that misbehave. Prints the outcome of each as a line of JSON: a status, a close code, or a number.
import { frame, WebSocketClient } from './websocket.mjs'

const port = Number(process.argv[2])
const handshake = '{"event":"#handshake","data":{"authToken":null},"cid":1}'

function report(name, value) {
  console.log(JSON.stringify([name, value]))
}

/** Connects, calls `act` with the client, and reports how it was closed. */
async function closing(name, act, path, headers) {
  const client = new WebSocketClient(port, path, headers)
  const closed = client.once('close')
  client.on('open', () => act?.(client))
  const code = await closed
  report(name, client.status == 101 ? code : `${client.status} ${client.refusal}`)
}

async function shaken() {
  const client = new WebSocketClient(port)
  await client.once('open')
  const answer = client.once('text')
  client.send(handshake)
  await answer
  return client
}

await closing('wrong token', null, '/socketcluster/?token=0')
await closing('other site', null, undefined, { Origin: 'https://attacker.example' })
await closing('rebound host', null, undefined, { Host: 'attacker.example' })
await closing('garbage', client => client.send(handshake + 'x'))
await closing('no handshake', client => client.send('{"event":"log","data":{}}'))
await closing('binary', client => client.sendRaw(frame(2, Buffer.from('abc'))))
await closing('bad opcode', client => client.sendRaw(frame(11, Buffer.from('abc'))))
// Only the length is sent: it must be refused before anything is buffered.
await closing('100 MB', client => client.sendRaw(frame(1, Buffer.alloc(0), true, 100 << 20)))
await closing('100 MB in parts', client => {
  for (let part = 0; part < 100; part++) client.sendRaw(frame(part ? 0 : 1, Buffer.alloc(1 << 20, 32), part == 99))
})

// Half of a frame, and no more.
const half = await shaken()
half.sendRaw(frame(1, Buffer.alloc(1 << 16, 32)).subarray(0, 1000))

// Frames in fragments of one byte.
const slow = await shaken()
const answer = slow.once('text')
slow.send('{"event":"login","data":"master","cid":2}', 1)
report('fragments', await answer)

// 500 more clients at once, each of which gets an answer.
const crowd = await Promise.all(Array.from({ length: 500 }, () => shaken()))
report('crowd', crowd.length)
// Those beyond the limit are told so.
const more = Array.from({ length: 100 }, () => new WebSocketClient(port))
const outcomes = await Promise.all(more.map(client => Promise.race([client.once('open'), client.once('close')])
  .then(() => client.status == 101 ? 'open' : `${client.status} ${client.refusal}`)))
report('beyond', outcomes.filter(outcome => outcome != 'open').sort().at(-1))
for (const client of [half, slow, ...crowd, ...more]) client.end()

// A client that never reads the answers to its pings.
const deaf = await shaken()
deaf.socket.pause()
const closed = new Promise(resolve => deaf.socket.on('close', () => resolve(true)))
const pings = Buffer.concat(Array.from({ length: 1000 }, () => frame(9, Buffer.alloc(125))))
for (let round = 0; round < 400 && !deaf.socket.destroyed; round++) {
  const isSent = new Promise(resolve => deaf.socket.write(pings, resolve))
  await Promise.race([isSent, closed])
}
deaf.socket.resume()
report('deaf', await closed)
process.exit(0)
