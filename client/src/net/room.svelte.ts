/**
 * A room as this client knows it: the messages of the server, folded into one state, and requests
 * with their answers. There is no page in here; whoever shows the room listens (`listen`).
 */
import type {
  Reacted,
  Refusal,
  RemovalReason,
  RoomEvent,
  ServerMessage,
  Turn,
} from '../protocol.gen'
import * as api from './api'
import { Connection, type Line } from './connection'
import { type Folded, fold, welcomed, withPresence, withTurn } from './fold'
import { type Answer, type Asked, Requests, Unanswered } from './requests'

export interface Listener {
  /** Everything is known anew; `draft` is my unfinished turn as the server has it. */
  readonly welcomed?: (draft: readonly string[] | null) => void
  /** Something happened and is folded in. */
  readonly happened?: (event: RoomEvent) => void
  /** The turn may have changed, or the line is back. */
  readonly turned?: () => void
  /** Another player's unfinished table; an empty one: as it was. */
  readonly watched?: (table: readonly string[]) => void
  readonly reacted?: (reaction: Reacted) => void
}

export class Room {
  readonly code: string
  line: Line | 'gone' | 'removed' | 'closed' = $state('connecting')
  /** Why the host removed me. */
  removal: RemovalReason | null = $state(null)
  /** Why I got no seat, or may not watch. */
  refusals: readonly Refusal[] = $state.raw([])
  state: Folded | null = $state.raw(null)
  /** When the clock of the turn was last told, on this page's own clock. */
  clockAt = $state(0)

  readonly turn: Turn | null = $derived(this.state?.round?.turn ?? null)
  readonly you = $derived(this.state?.room.you ?? null)
  readonly myTurn = $derived(this.turn !== null && this.turn.seat === this.you)

  readonly #connection: Connection
  readonly #requests = new Requests((message) => this.#connection.send(message))
  readonly #listeners = new Set<Listener>()
  #number = 0
  #draft: readonly string[] | null = null
  #join: string | null

  /** `join`: take a seat under this name on coming in. */
  constructor(code: string, origin: string, join: string | null = null) {
    this.code = code
    this.#join = join
    const url = `${origin.replace(/^http/, 'ws')}/ws/${encodeURIComponent(code)}`
    this.#connection = new Connection(url, {
      message: (message) => this.#receive(message),
      line: (line) => this.#lineIs(line),
    })
  }

  /** The number of the last event known: the server refuses a turn that has moved on since. */
  get seen(): number {
    return this.#number
  }

  /** Who has that seat; empty as long as nothing is known. */
  nameOf(seat: number): string {
    return this.state?.room.seats[seat]?.name ?? ''
  }

  /** Follow the room from now on; what is already known is told at once. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.state) {
      listener.welcomed?.(this.#draft)
      listener.turned?.()
    }
    return () => this.#listeners.delete(listener)
  }

  /** Ask for something; the promise ends with the answer, a refusal, or `Unanswered`. */
  ask<T extends Asked>(fields: T): Promise<Answer<T['type']>> {
    if (this.line !== 'open') return Promise.reject(new Unanswered())
    return this.#requests.ask(fields)
  }

  wake(): void {
    this.#connection.wake()
  }

  close(): void {
    this.#connection.close()
    this.#requests.abandon()
  }

  #lineIs(line: Line): void {
    this.line = line
    if (line === 'open') this.#hello()
    if (line !== 'lost') return
    this.#requests.abandon()
    if (!this.state) void this.#exists()
  }

  async #exists(): Promise<void> {
    await api.room(this.code).catch((error) => {
      if (api.isMissing(error)) this.#gone()
    })
  }

  #gone(line: 'gone' | 'removed' | 'closed' = 'gone'): void {
    this.line = line
    this.close()
  }

  /** A room without spectators may still have a seat. */
  #shut(): 'gone' | 'closed' {
    return this.refusals.some(({ code }) => code === 'NO_SPECTATORS') ? 'closed' : 'gone'
  }

  #hello(): void {
    const join = this.#join
    this.#join = null
    this.#connection.send({ type: 'hello', after: this.state ? this.#number : null, join })
  }

  #tell(tell: (listener: Listener) => void): void {
    for (const listener of this.#listeners) tell(listener)
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.state = welcomed(message)
        this.#number = message.number
        this.#draft = message.draft
        this.clockAt = performance.now()
        this.#tell((listener) => listener.welcomed?.(message.draft))
        this.#tell((listener) => listener.turned?.())
        return
      case 'resumed':
        this.#tell((listener) => listener.turned?.())
        return
      case 'happened':
        this.#happened(message.number, message.events, message.turn)
        return
      case 'done':
      case 'hint':
      case 'chances':
      case 'verdict':
        this.#requests.answered(message)
        return
      case 'refused':
        if (message.id === null) this.refusals = message.reasons
        this.#requests.refused(message.id, message.reasons)
        return
      case 'presence':
        if (this.state) this.state = withPresence(this.state, message)
        return
      case 'live':
        this.#tell((listener) => listener.watched?.(message.table))
        return
      case 'reacted':
        this.#tell((listener) => listener.reacted?.(message))
        return
      case 'notice':
        this.removal = message.reason
        if (!message.again) this.#gone(message.key === 'removed' ? 'removed' : this.#shut())
    }
  }

  #happened(number: number, events: readonly RoomEvent[], turn: Turn | null): void {
    if (!this.state || number <= this.#number) return
    if (number > this.#number + 1) {
      this.state = null
      this.#hello()
      return
    }
    this.#number = number
    this.#draft = null
    for (const event of events) {
      this.state = fold(this.state, event)
      this.#tell((listener) => listener.happened?.(event))
    }
    this.state = withTurn(this.state, turn)
    this.clockAt = performance.now()
    this.#tell((listener) => listener.turned?.())
  }
}
