/**
 * One WebSocket that reconnects by itself, with exponential back-off. A line on which nothing was
 * heard for a while is pinged; without an answer it counts as lost, though the browser has not noticed
 * yet. What is sent while the line is lost is not kept: the sender decides what to send again.
 */
import type { ClientMessage, ServerMessage } from '../protocol.gen'

export type Line = 'connecting' | 'open' | 'lost'

export interface ConnectionEvents {
  readonly message: (message: ServerMessage) => void
  readonly line: (line: Line) => void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8000
const PING_AFTER = 20_000
const ANSWER_WITHIN = 5000

export class Connection {
  readonly #url: string
  readonly #events: ConnectionEvents
  #socket: WebSocket | null = null
  #failures = 0
  /** The next attempt while the line is lost; the next ping, or the end of its wait, while it is open. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(url: string, events: ConnectionEvents) {
    this.#url = url
    this.#events = events
    this.#connect()
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** The device woke up or has a network again: do not wait, find out now. */
  wake(): void {
    if (this.#socket) this.#ping()
    else this.#connect()
  }

  close(): void {
    this.#closed = true
    this.#drop()
  }

  #connect(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#events.line(this.#failures === 0 ? 'connecting' : 'lost')
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.onopen = () => {
      this.#failures = 0
      this.#heard()
      this.#events.line('open')
    }
    socket.onmessage = ({ data }) => {
      this.#heard()
      this.#events.message(JSON.parse(data) as ServerMessage)
    }
    socket.onclose = () => this.#lost()
  }

  #heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ping(), PING_AFTER)
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    clearTimeout(this.#timer)
    this.send({ type: 'ping', id: 0 })
    this.#timer = setTimeout(() => this.#lost(), ANSWER_WITHIN)
  }

  #lost(): void {
    this.#drop()
    this.#failures += 1
    this.#events.line('lost')
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1))
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
  }

  /** Let go of the socket; nothing that it still says is heard. */
  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close(1000)
  }
}
