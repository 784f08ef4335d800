/** A room on a line that a test holds in its hands, without any page around it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientMessage } from '../protocol.gen'
import { Unanswered } from './requests'
import { Room } from './room.svelte'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  readonly sent: ClientMessage[] = []

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.readyState = 3
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const sockets = () => FakeSocket.all
const types = (socket: FakeSocket | undefined) => socket?.sent.map(({ type }) => type)
const said = { type: 'chatted', seat: 1, name: 'Bruno', text: 'hello', at: 0 }
const happened = (number: number) => ({ type: 'happened', number, events: [said], turn: null })

function enter(): { room: Room; socket: FakeSocket } {
  const room = new Room('ABC', 'http://table')
  const socket = sockets()[0] as FakeSocket
  socket.opens()
  const state = { rounds: [], seats: [], you: 0 }
  socket.says({ type: 'welcome', number: 7, room: state, round: null, chat: [], draft: null })
  return { room, socket }
}

beforeEach(() => {
  FakeSocket.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a room', () => {
  it('needs no page', () => {
    expect(typeof document).toBe('undefined')
    const { room, socket } = enter()
    expect(socket.url).toBe('ws://table/ws/ABC')
    expect(room.you).toBe(0)
  })

  it('folds each event in once, and asks for everything when one is missing', () => {
    const { room, socket } = enter()
    socket.says(happened(8))
    socket.says(happened(8))
    expect(room.state?.chat).toHaveLength(1)
    expect(room.seen).toBe(8)
    socket.says(happened(10))
    expect(socket.sent.at(-1)).toMatchObject({ type: 'hello', after: null })
  })

  it('gives up a line on which a ping has no answer, and says after which event it comes back', () => {
    const { room, socket } = enter()
    vi.advanceTimersByTime(20_000)
    expect(types(socket)).toEqual(['hello', 'ping'])
    socket.says({ type: 'pong', id: 0 })
    vi.advanceTimersByTime(20_000)
    expect(room.line).toBe('open')
    vi.advanceTimersByTime(5_000)
    expect(room.line).toBe('lost')
    vi.advanceTimersByTime(500)
    sockets()[1]?.opens()
    expect(room.line).toBe('open')
    expect(sockets()[1]?.sent).toEqual([{ type: 'hello', after: 7, join: null }])
  })

  it('settles what was asked when the line closes, and never says it again', async () => {
    const { room, socket } = enter()
    const chat = room.ask({ type: 'chat', text: 'hello' })
    socket.onclose?.()
    await expect(chat).rejects.toBeInstanceOf(Unanswered)
    await expect(room.ask({ type: 'chat', text: 'again' })).rejects.toBeInstanceOf(Unanswered)
    vi.advanceTimersByTime(500)
    sockets()[1]?.opens()
    expect(types(sockets()[1])).toEqual(['hello'])
  })

  it('settles what was asked when it is left', async () => {
    const { room } = enter()
    const asked = room.ask({ type: 'hint' })
    room.close()
    await expect(asked).rejects.toBeInstanceOf(Unanswered)
    vi.advanceTimersByTime(60_000)
    expect(sockets()).toHaveLength(1)
  })
})
