/** A what-if line: another way on from a position of the replay, the other seats played by a bot. */
import { Arrangement } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import { told, written } from '../arrange/notation'
import { USUAL_LEVEL } from '../bots/bots'
import * as api from '../net/api'
import type { JudgeAnswer, LineMove, Replay, ReplayStep, WhatIfAnswer } from '../protocol.gen'
import { Adviser } from '../table/adviser'
import { byKey, type Verdicts } from '../table/verdicts'

type Act = LineMove['action']

export class Line {
  readonly replay: Replay
  readonly round: number
  /** The position from which the line goes on: after this step of the replay. */
  readonly step: number
  readonly arrangement = new Arrangement()
  readonly bench = new Bench(this.arrangement)
  readonly adviser = new Adviser(
    this.arrangement,
    () => this.#rules,
    () => this.opened,
  )
  bot = $state(USUAL_LEVEL)
  answer: WhatIfAnswer | null = $state.raw(null)
  verdict: JudgeAnswer | null = $state.raw(null)
  verdicts: Verdicts = $state.raw(new Map())
  busy = $state(false)
  failed = $state(false)
  readonly #from: ReplayStep
  #asked = 0

  constructor(replay: Replay, round: number, step: number, from: ReplayStep) {
    this.replay = replay
    this.round = round
    this.step = step
    this.#from = from
    this.arrangement.onchange = () => void this.#judge()
  }

  readonly seat: number = $derived.by(() => this.#from.turn ?? 0)
  readonly now: ReplayStep = $derived.by(() => this.answer?.steps.at(-1) ?? this.#from)
  readonly rack: string = $derived(this.now.racks[this.seat] ?? '')
  readonly opened: boolean = $derived(this.now.opened[this.seat] ?? false)
  readonly may: readonly Act[] = $derived(this.answer?.may ?? [])
  readonly over: boolean = $derived(this.answer?.result != null)

  /** Begin, with a first move if one is given. */
  begin(first?: LineMove): Promise<void> {
    // From here on only what changes glows.
    this.arrangement.sync(told(this.#from.table, this.rack), 'none')
    return this.#ask(first ? [first] : [])
  }

  act(action: Act): Promise<void> {
    const table = action === 'play' ? this.#table : []
    return this.#ask([...(this.answer?.line ?? []), { action, table, opening: null }])
  }

  /** Take back the last turn, with what the others did after it. */
  back(): Promise<void> {
    const { steps = [], line = [] } = this.answer ?? {}
    const last = steps.findLastIndex((step) => step.seat === this.seat)
    return last < 0 ? Promise.resolve() : this.#ask(line.slice(0, last))
  }

  get #rules() {
    const { rulebook, house } = this.replay
    return { rulebook, house }
  }

  get #table(): string[] {
    return this.arrangement.draft.melds.map((meld) => written(this.arrangement, meld))
  }

  async #ask(line: readonly LineMove[]): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.arrangement.active = false
    const { record } = this.replay
    const { round, step, bot } = this
    try {
      this.answer = await api.whatIf({ record, round, step, line: [...line], bot })
      this.failed = false
      this.verdict = null
      this.verdicts = new Map()
      this.arrangement.sync(told(this.now.table, this.rack), line.length > 0 ? 'new' : 'none')
    } catch {
      this.failed = true
    } finally {
      this.busy = false
      this.arrangement.active = !this.over && this.may.includes('play')
    }
  }

  /** What the server says of the draft: the client knows no rules. */
  async #judge(): Promise<void> {
    if (!this.arrangement.active) return
    this.#asked += 1
    const asked = this.#asked
    const { melds } = this.arrangement.draft
    const { now, rack, opened } = this
    const position = { ...this.#rules, table: [...now.table], rack, opened }
    const verdict = await api.judge({ ...position, after: this.#table }).catch(() => null)
    if (asked !== this.#asked) return
    this.failed = verdict === null
    this.verdict = verdict
    if (verdict) this.verdicts = byKey(melds, verdict.melds)
  }
}
