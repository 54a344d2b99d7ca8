// A WebSocket client of RFC 6455, without compression.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'

export class WebSocketClient {
  #buffer = Buffer.alloc(0)
  #isOpen = false
  #listeners = { open: [], text: [], close: [] }

  constructor(port, path = '/socketcluster/', headers = {}) {
    const key = randomBytes(16).toString('base64')
    this.socket = connect(port, '127.0.0.1')
    const lines = {
      Host: `127.0.0.1:${port}`, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Version': '13', ...headers,
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`).join('')
    this.socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
    this.socket.on('data', data => {
      this.#buffer = Buffer.concat([this.#buffer, data])
      if (!this.#isOpen && !this.#upgrade(key)) return
      while (this.#readFrame()) {}
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => this.#emit('close', this.code ?? 1006))
  }

  on(name, listener) {
    this.#listeners[name].push(listener)
    return this
  }

  once(name) {
    return new Promise(resolve => this.on(name, resolve))
  }

  #emit(name, value) {
    for (const listener of this.#listeners[name]) listener(value)
  }

  /** Sends a text in one frame, or in fragments of a size. */
  send(text, fragment = Infinity) {
    const bytes = Buffer.from(text)
    let start = 0
    do {
      const end = Math.min(bytes.length, start + fragment)
      const opcode = start == 0 ? 1 : 0
      this.socket.write(frame(opcode, bytes.subarray(start, end), end == bytes.length))
      start = end
    } while (start < bytes.length)
  }

  sendRaw(bytes) {
    this.socket.write(bytes)
  }

  end() {
    this.socket.destroy()
  }

  #upgrade(key) {
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end < 0) return false
    const head = this.#buffer.subarray(0, end).toString()
    this.status = Number(head.split(' ')[1])
    const accept = createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
    if (this.status != 101) {
      this.refusal = this.#buffer.subarray(end + 4).toString().trim()
      return false
    }
    if (!head.includes(accept)) throw new Error('The server did not accept the key')
    this.#buffer = this.#buffer.subarray(end + 4)
    this.#isOpen = true
    this.#emit('open')
    return true
  }

  #readFrame() {
    const bytes = this.#buffer
    if (bytes.length < 2) return false
    let length = bytes[1] & 127, start = 2
    if (length == 126) {
      if (bytes.length < 4) return false
      length = bytes.readUInt16BE(2)
      start = 4
    } else if (length == 127) {
      if (bytes.length < 10) return false
      length = Number(bytes.readBigUInt64BE(2))
      start = 10
    }
    if (bytes.length < start + length) return false
    const payload = bytes.subarray(start, start + length)
    this.#buffer = bytes.subarray(start + length)
    const opcode = bytes[0] & 15
    if (opcode == 1) this.#emit('text', payload.toString())
    if (opcode == 8) {
      this.code = length >= 2 ? payload.readUInt16BE(0) : 1005
      this.socket.end()
    }
    return true
  }
}

/** Returns the bytes of a masked frame. */
export function frame(opcode, payload, isFinal = true, length = payload.length) {
  const head = [opcode | (isFinal ? 128 : 0)]
  if (length < 126) {
    head.push(128 | length)
  } else if (length < 65536) {
    head.push(128 | 126, length >> 8, length & 255)
  } else {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64BE(BigInt(length))
    head.push(128 | 127, ...bytes)
  }
  const mask = randomBytes(4)
  const masked = Buffer.from(payload)
  for (let index = 0; index < masked.length; index++) masked[index] ^= mask[index & 3]
  return Buffer.concat([Buffer.from(head), mask, masked])
}
