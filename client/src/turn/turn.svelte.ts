/**
 * The draft of a turn, beside the room: the player's arrangement shows every drop at once and is sent
 * to the server as a draft, whose verdict comes back a moment later. It is kept on the device, so that
 * a reload finds it.
 */
import { Arrangement, type Told } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import type { DraftMeld, TileId } from '../arrange/draft'
import { told, written } from '../arrange/notation'
import { Refused, Unanswered } from '../net/requests'
import type { Room } from '../net/room.svelte'
import type { Refusal, RoomEvent, RoundState, Verdict } from '../protocol.gen'
import { Adviser } from '../table/adviser'
import { Readings, type Rules } from '../table/readings.svelte'
import { byKey, type Verdicts } from '../table/verdicts'
import { keepDraft, keptDraft } from './kept'
import { Openings } from './openings'
import { Showing } from './showing.svelte'

export type Act = 'play' | 'draw' | 'pass' | 'redeal'

const TRANSIENT = new Set(['TOO_FAST', 'TOO_BUSY'])
const isTransient = (error: unknown) =>
  error instanceof Refused && error.reasons.some(({ code }) => TRANSIENT.has(code))
const ASK_AGAIN_AFTER = 1_000
const DRAFT_AFTER = 40

export class TurnDraft {
  readonly arrangement = new Arrangement()
  readonly bench = new Bench(this.arrangement)
  readonly adviser = new Adviser(
    this.arrangement,
    () => this.#rules,
    () => this.verdict?.needed == null,
  )
  readonly showing = new Showing(this.arrangement)
  verdict: Verdict | null = $state.raw(null)
  reasons: readonly Refusal[] = $state.raw([])
  busy = $state(false)
  /** Told which tiles have come, and from where: a seat or the pool. */
  onarrived: ((ids: readonly TileId[], from: number | 'pool') => void) | null = null

  /** What is known of each meld: of my draft, otherwise of the table. */
  readonly verdicts: Verdicts = $derived.by(() =>
    this.#ofDraft.size > 0 ? this.#ofDraft : this.#readings.of(this.arrangement),
  )

  readonly #room: Room
  readonly #stop: () => void
  readonly #openings = new Openings()
  readonly #readings = new Readings()
  #ofDraft: Verdicts = $state.raw(new Map())
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #named: string[] | undefined
  #unanswered: { readonly type: Act; readonly seen: number } | null = null

  constructor(room: Room) {
    this.#room = room
    this.arrangement.onchange = () => this.#arranged()
    this.#stop = room.listen({
      welcomed: (draft) => this.#welcomed(draft),
      happened: (event) => this.#happened(event),
      turned: () => this.#turned(),
      watched: (table) => this.#watched(table),
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.showing.stop()
    this.#stop()
  }

  /** End the turn. Without an answer it is asked again once the line is back, if nothing changed. */
  async act(type: Act): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.reasons = []
    clearTimeout(this.#timer)
    const { seen } = this.#room
    try {
      await this.#room.ask(type === 'play' ? { type, seen, ...this.#table() } : { type, seen })
    } catch (error) {
      if (error instanceof Unanswered) this.#unanswered = { type, seen }
      else this.refuse(error)
    } finally {
      this.busy = false
    }
  }

  /** Take everything back and end the turn in another way. */
  giveUp(type: Act): Promise<void> {
    this.arrangement.reset()
    return this.act(type)
  }

  /** Say why something was refused; the reasons stay until the player goes on. */
  refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error
    this.reasons = error.reasons.filter(({ code }) => code !== 'STALE')
  }

  get #round(): RoundState | null {
    return this.#room.state?.round ?? null
  }

  #welcomed(draft: readonly string[] | null): void {
    const round = this.#round
    if (!round) return
    const kept = keptDraft(this.#room.code, round.commitment)
    if (kept) this.arrangement.restore(kept)
    const news = told(round.table, round.rack)
    if (!this.arrangement.begunOn(news)) {
      this.arrangement.sync(news)
      if (draft) this.arrangement.show(told(draft, '').melds)
    }
    this.#read()
  }

  /** Bring the arrangement up to what an event says. */
  #happened(event: RoomEvent): void {
    const round = this.#round
    if ('seat' in event && event.type !== 'chatted') this.showing.stop()
    const dealt = event.type === 'began' || event.type === 'redealt'
    const laid = event.type === 'played' || event.type === 'timed-out'
    const mine = 'seat' in event && event.seat === this.#room.you
    if (event.type === 'drew' || event.type === 'passed') this.arrangement.watch(null)
    if (!round || !(dealt || laid || (event.type === 'drew' && mine))) return
    const glow = dealt ? 'none' : mine ? 'new' : 'also'
    const { arrived, drawn } = this.arrangement.sync(told(round.table, round.rack), glow)
    if (dealt || mine) this.onarrived?.(drawn, 'pool')
    if (laid) this.onarrived?.(arrived, event.seat)
    this.#openings.forget()
    this.verdict = null
    this.#ofDraft = new Map()
    this.reasons = []
    this.#read()
    this.#keep()
  }

  #watched(table: readonly string[]): void {
    if (!this.#round || this.#room.myTurn || this.showing.turn) return
    const news: Told['melds'] | null = table.length > 0 ? told(table, '').melds : null
    this.arrangement.watch(news)
  }

  /** When my turn comes, the first draft asks what the melds on the table stand for. */
  #turned(): void {
    const { myTurn, turn, seen } = this.#room
    this.arrangement.active = myTurn && (turn?.may.includes('play') ?? false)
    const again = this.#unanswered
    this.#unanswered = null
    if (myTurn && again?.seen === seen) void this.act(again.type)
    else void this.#judge()
  }

  #arranged(): void {
    this.reasons = []
    this.#unanswered = null
    this.#keep()
    if (!this.arrangement.active) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(), DRAFT_AFTER)
  }

  #keep(): void {
    const round = this.#round
    if (round) keepDraft(this.#room.code, round.commitment, this.arrangement.keep())
  }

  get #rules(): Rules {
    const { rulebook = '', house = {} } = this.#room.state?.room.settings ?? {}
    return { rulebook, house }
  }

  /** Have it known what the jokers on the table stand for. */
  #read(): void {
    void this.#readings.ask(this.#rules, this.arrangement)
  }

  #table(): { table: string[]; opening?: string[] } {
    const table = this.arrangement.draft.melds.map((meld) => written(this.arrangement, meld))
    return this.#named ? { table, opening: this.#named } : { table }
  }

  /** A draft that opens nothing may still do so with the rows that were enough a moment ago. */
  async #judge(named?: string[]): Promise<void> {
    if (!this.arrangement.active) return
    this.#asked += 1
    this.#named = named
    const asked = this.#asked
    const { melds } = this.arrangement.draft
    const { table, opening } = { opening: null, ...this.#table() }
    const draft = { type: 'draft', seen: this.#room.seen, table, opening } as const
    const verdict = await this.#room.ask(draft).catch((error: unknown) => {
      if (asked === this.#asked && isTransient(error)) this.#judgeLater(named)
      return null
    })
    if (!verdict || asked !== this.#asked) return
    if (!named) {
      this.#openings.learn(this.arrangement, melds, verdict)
      const closed = verdict.reasons.some(({ code }) => code.startsWith('OPENING_'))
      const rows = closed ? this.#openings.named(this.arrangement) : undefined
      if (rows) return this.#judge(rows)
    }
    this.verdict = verdict
    this.#ofDraft = byKey(melds, verdict.melds)
    this.#readings.learn(table, verdict.melds)
    melds.forEach((meld, i) => {
      if (!verdict.melds[i]?.stands) void this.#order(meld)
    })
  }

  /** A server that had no time for this draft is asked again, unless there is a newer one by then. */
  #judgeLater(named?: string[]): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(named), ASK_AGAIN_AFTER)
  }

  /** Tiles with a joker that only lie in the wrong order are put in order, not complained about. */
  async #order(meld: DraftMeld): Promise<void> {
    const kinds = this.arrangement.kindsOf(meld.tiles)
    if (kinds.length < 3 || !kinds.some((kind) => kind.startsWith('*'))) return
    const order = await this.adviser.order(meld).catch(() => null)
    if (order) this.arrangement.amend(meld, order)
  }
}
