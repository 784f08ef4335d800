/**
 * A room as this player lives in it. Messages of the server are folded into its state; the player's
 * arrangement shows every drop at once and is told to the server as a draft, whose verdict comes back
 * a moment later.
 */
import { Arrangement } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import { flyFromElement } from '../arrange/flights'
import type {
  Happened,
  Hint,
  Reacted,
  Refusal,
  RoomEvent,
  ServerMessage,
  Turn,
  Verdict,
  Welcome,
} from '../protocol.gen'
import { Readings } from '../table/readings.svelte'
import { byKey, type Verdicts } from '../table/verdicts'
import * as api from './api'
import { type Folded, fold, withTurn } from './fold'
import { keepDraft, keptDraft } from './kept'
import { Openings } from './openings'
import { type Answer, type Asked, Refused, Requests } from './requests'
import { type Line, Socket } from './socket'
import { told, written } from './texts'

const DRAFT_AFTER = 40

export class Room {
  readonly code: string
  readonly arrangement = new Arrangement()
  readonly bench = new Bench(this.arrangement)
  line: Line | 'gone' = $state('connecting')
  state: Folded | null = $state.raw(null)
  verdict: Verdict | null = $state.raw(null)
  reasons: readonly Refusal[] = $state.raw([])
  busy = $state(false)
  /** When the clock of the turn was last told, on this page's own clock. */
  clockAt = $state(0)
  /** Told of everything that happens, after it is folded in. */
  onevent: ((event: RoomEvent) => void) | null = null
  onreaction: ((reaction: Reacted) => void) | null = null

  readonly turn: Turn | null = $derived(this.state?.round?.turn ?? null)
  /** What is known of each meld: of my draft, otherwise of the table. */
  readonly verdicts: Verdicts = $derived.by(() =>
    this.#ofDraft.size > 0 ? this.#ofDraft : this.#readings.of(this.arrangement),
  )
  readonly you = $derived(this.state?.room.you ?? null)
  readonly myTurn = $derived(this.turn !== null && this.turn.seat === this.you)

  readonly #socket: Socket
  readonly #openings = new Openings()
  readonly #readings = new Readings()
  #ofDraft: Verdicts = $state.raw(new Map())
  readonly #requests = new Requests((message) => this.#socket.send(message))
  #number = 0
  #draftId = 0
  #draftTimer = 0
  #draftMelds: Arrangement['draft']['melds'] = []
  #named: string[] | undefined

  constructor(code: string) {
    this.code = code
    this.arrangement.onchange = () => this.#arranged()
    this.#socket = new Socket(`/ws/${encodeURIComponent(code)}`, {
      opened: () => this.#hello(),
      message: (message) => this.#receive(message),
      line: (line) => {
        this.line = line
        if (line === 'lost' && !this.state) void this.#exists()
      },
    })
  }

  close(): void {
    clearTimeout(this.#draftTimer)
    this.#socket.close()
  }

  /** Ask for something; the promise ends with the answer or with why not. */
  ask(fields: Asked): Promise<Answer> {
    return this.#requests.ask(fields)
  }

  async act(type: 'play' | 'draw' | 'pass' | 'redeal'): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.reasons = []
    clearTimeout(this.#draftTimer)
    try {
      const seen = this.#number
      if (type === 'play') await this.ask({ type, seen, ...this.#table() })
      else await this.ask({ type, seen })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.reasons = error.reasons.filter(({ code }) => code !== 'STALE')
    } finally {
      this.busy = false
    }
  }

  async hint(): Promise<Hint | null> {
    const answer = await this.ask({ type: 'hint' })
    return answer.type === 'hint' ? answer : null
  }

  async #exists(): Promise<void> {
    try {
      await api.room(this.code)
    } catch (error) {
      if (api.isMissing(error)) {
        this.line = 'gone'
        this.close()
      }
    }
  }

  #hello(): void {
    this.#socket.send({ type: 'hello', after: this.state ? this.#number : null })
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome(message)
        this.#sayAgain()
        return
      case 'resumed':
        this.#sayAgain()
        return
      case 'happened':
        this.#happened(message)
        return
      case 'verdict':
        this.#judged(message)
        return
      case 'refused':
        this.#requests.refused(message.id, message.reasons)
        return
      case 'done':
      case 'hint':
      case 'pong':
        this.#requests.answered(message)
        return
      case 'presence':
        this.#change(({ room, ...rest }) => {
          const seats = room.seats.map((seat, i) => ({
            ...seat,
            connected: message.connected[i] ?? false,
          }))
          return { ...rest, room: { ...room, seats, watching: message.watching } }
        })
        return
      case 'live':
        this.#watch(message.table)
        return
      case 'reacted':
        this.onreaction?.(message)
        return
      case 'notice':
        if (!message.again) {
          this.line = 'gone'
          this.close()
        }
    }
  }

  #change(change: (state: Folded) => Folded): void {
    if (this.state) this.state = change(this.state)
  }

  #welcome(message: Welcome): void {
    const { room, round, chat } = message
    const result = round && !round.over ? null : (room.rounds.at(-1) ?? null)
    this.state = { room, round, result, chat }
    this.#number = message.number
    this.clockAt = performance.now()
    if (!round) return
    const kept = keptDraft(this.code, round.commitment)
    if (kept) this.arrangement.restore(kept)
    const news = told(round.table, round.rack)
    if (!this.arrangement.begunOn(news)) {
      this.arrangement.sync(news)
      if (message.draft) this.arrangement.show(told(message.draft, '').melds)
    }
    this.#read()
    this.#activate()
  }

  /** Have it known what the jokers on the table stand for. */
  #read(): void {
    if (!this.state) return
    const { rulebook, house = {} } = this.state.room.settings
    void this.#readings.ask({ rulebook, house }, this.arrangement)
  }

  #happened(message: Happened): void {
    if (message.number <= this.#number) return
    if (message.number > this.#number + 1 || !this.state) {
      this.#number = 0
      this.state = null
      this.#hello()
      return
    }
    this.#number = message.number
    for (const event of message.events) {
      this.#change((state) => fold(state, event))
      this.#arrange(event)
      this.onevent?.(event)
    }
    this.#change((state) => withTurn(state, message.turn))
    this.clockAt = performance.now()
    this.#activate()
  }

  /** Bring the arrangement up to what an event says, letting tiles fly from where they come from. */
  #arrange(event: RoomEvent): void {
    const round = this.state?.round
    if (!round) return
    const began = event.type === 'began' || event.type === 'redealt'
    const mine = 'seat' in event && event.seat === this.you
    const draws = event.type === 'drew' && mine
    if (!began && !draws && event.type !== 'played' && event.type !== 'timed-out') return
    const { arrived, drawn } = this.arrangement.sync(told(round.table, round.rack))
    if (began || mine) flyFromElement(drawn, '[data-pool]')
    if (!began && 'seat' in event) flyFromElement(arrived, `[data-seat="${event.seat}"]`)
    this.#openings.forget()
    this.verdict = null
    this.#ofDraft = new Map()
    this.#read()
    this.reasons = []
    keepDraft(this.code, round.commitment, this.arrangement.keep())
  }

  /** Another player arranges the table where the room shows it; an empty table: as it was. */
  #watch(table: readonly string[]): void {
    const round = this.state?.round
    if (!round || this.myTurn) return
    this.arrangement.sync(told(table.length > 0 ? table : round.table, round.rack))
  }

  /** When my turn comes, the first draft asks what the melds on the table stand for. */
  #activate(): void {
    const before = this.arrangement.active
    this.arrangement.active = this.myTurn && (this.turn?.may.includes('play') ?? false)
    if (!before && this.arrangement.active) this.#sendDraft()
  }

  #arranged(): void {
    const round = this.state?.round
    this.reasons = []
    if (round) keepDraft(this.code, round.commitment, this.arrangement.keep())
    if (!this.arrangement.active) return
    clearTimeout(this.#draftTimer)
    this.#draftTimer = window.setTimeout(() => this.#sendDraft(), DRAFT_AFTER)
  }

  #table(): { table: string[]; opening?: string[] } {
    const { draft } = this.arrangement
    const table = draft.melds.map((meld) => written(this.arrangement, meld))
    return this.#named ? { table, opening: this.#named } : { table }
  }

  #sendDraft(named?: string[]): void {
    if (!this.arrangement.active || this.line !== 'open') return
    this.#draftId = this.#requests.number()
    this.#draftMelds = this.arrangement.draft.melds
    this.#named = named
    this.#socket.send({ type: 'draft', id: this.#draftId, seen: this.#number, ...this.#table() })
  }

  /** A draft that opens nothing may still do so with the rows that were enough a moment ago. */
  #judged(verdict: Verdict): void {
    if (verdict.id !== this.#draftId) return
    if (!this.#named) {
      this.#openings.learn(this.arrangement, this.#draftMelds, verdict)
      const closed = verdict.reasons.some(({ code }) => code.startsWith('OPENING_'))
      const rows = closed ? this.#openings.named(this.arrangement) : undefined
      if (rows) {
        this.#sendDraft(rows)
        return
      }
    }
    this.verdict = verdict
    this.#ofDraft = byKey(this.#draftMelds, verdict.melds)
    const rows = this.#draftMelds.map((meld) => written(this.arrangement, meld))
    this.#readings.learn(rows, verdict.melds)
  }

  /** After the line broke: what was asked and not answered is asked again. */
  #sayAgain(): void {
    this.#requests.sayAgain()
    this.#sendDraft()
  }
}
