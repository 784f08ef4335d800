/**
 * One socket that comes back by itself. It says when it is open, lost or given up; what is sent while
 * it is lost is not kept here: whoever sends decides what to say again.
 */
import type { ClientMessage, ServerMessage } from '../protocol.gen'

export type Line = 'connecting' | 'open' | 'lost'

export interface SocketEvents {
  readonly opened: () => void
  readonly message: (message: ServerMessage) => void
  readonly line: (line: Line) => void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8000
const PING_EVERY = 25_000

export class Socket {
  readonly #url: string
  readonly #events: SocketEvents
  #socket: WebSocket | null = null
  #failures = 0
  #timer = 0
  #ping = 0
  #closed = false

  constructor(path: string, events: SocketEvents) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    this.#url = `${scheme}://${location.host}${path}`
    this.#events = events
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#visible)
    this.#connect()
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#ping)
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#visible)
    this.#socket?.close(1000)
  }

  #connect(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#events.line(this.#failures === 0 ? 'connecting' : 'lost')
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.onopen = () => {
      this.#failures = 0
      clearInterval(this.#ping)
      this.#ping = window.setInterval(() => this.send({ type: 'ping', id: 0 }), PING_EVERY)
      this.#events.line('open')
      this.#events.opened()
    }
    socket.onmessage = ({ data }) => this.#events.message(JSON.parse(data) as ServerMessage)
    socket.onclose = () => {
      if (socket !== this.#socket || this.#closed) return
      clearInterval(this.#ping)
      this.#failures += 1
      this.#events.line('lost')
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1))
      this.#timer = window.setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
    }
  }

  readonly #now = () => {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#connect()
  }

  readonly #visible = () => {
    if (document.visibilityState === 'visible') this.#now()
  }
}
