/** A record being watched: which round and step, running or not, and the best play of each turn. */
import { Arrangement } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import { told } from '../arrange/notation'
import * as api from '../net/api'
import type { Replay, ReplayRound, ReplayStep, TurnAnalysis } from '../protocol.gen'
import { Readings } from '../table/readings.svelte'
import type { Verdicts } from '../table/verdicts'

const PAUSE = 1600

export class Player {
  readonly replay: Replay
  readonly bench: Bench
  readonly arrangement = new Arrangement()
  roundNumber = $state(0)
  number = $state(0)
  speed = $state(1)
  running = $state(false)
  /** Another table to look at instead of the one played: a choice of the review. */
  choice: readonly string[] | null = $state.raw(null)
  /** Whether the table shows the best play instead of what was played. */
  best = $state(false)
  turns: ReadonlyMap<number, TurnAnalysis> | null = $state.raw(null)

  readonly verdicts: Verdicts = $derived.by(() => this.#readings.of(this.arrangement))
  readonly round: ReplayRound | undefined = $derived.by(() => this.replay.rounds[this.roundNumber])
  readonly steps: readonly ReplayStep[] = $derived(this.round?.steps ?? [])
  readonly step: ReplayStep | undefined = $derived(this.steps[this.number])
  readonly turn: TurnAnalysis | undefined = $derived(this.turns?.get(this.number))
  readonly #readings = new Readings()
  #timer = 0

  constructor(replay: Replay, turn = 0) {
    this.replay = replay
    this.bench = new Bench(this.arrangement)
    this.go(turn)
    void this.#analyse()
  }

  chooseRound(number: number): void {
    this.roundNumber = number
    this.turns = null
    this.go(0)
    void this.#analyse()
  }

  go(number: number): void {
    const wanted = Math.max(0, Math.min(this.steps.length - 1, number))
    // After a jump only what this step did glows, as if the step before had been seen.
    const before = this.steps[wanted - 1]
    if (before && this.number !== wanted - 1) this.arrangement.sync(told(before.table, ''), 'none')
    this.number = wanted
    this.best = false
    this.choice = null
    this.#show()
  }

  /** Show the table that a choice of the review would have left; null: the one played. */
  look(choice: readonly string[] | null): void {
    this.choice = choice
    this.best = false
    this.#show()
  }

  toggleBest(): void {
    this.best = !this.best
    this.choice = null
    this.#show()
  }

  toggle(): void {
    this.running = !this.running
    clearTimeout(this.#timer)
    if (this.running) {
      if (this.number >= this.steps.length - 1) this.go(0)
      this.#tick()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.running = false
  }

  #tick(): void {
    this.#timer = window.setTimeout(() => {
      this.go(this.number + 1)
      if (this.number < this.steps.length - 1) this.#tick()
      else this.running = false
    }, PAUSE / this.speed)
  }

  #show(): void {
    const table = this.choice ?? ((this.best && this.turn?.play) || this.step?.table)
    if (!table) return
    this.arrangement.sync(told(table, ''), 'new')
    const { rulebook, house } = this.replay
    void this.#readings.ask({ rulebook, house }, this.arrangement)
  }

  async #analyse(): Promise<void> {
    const round = this.roundNumber
    const analysis = await api.analyse(this.replay.record, round).catch(() => null)
    if (analysis && round === this.roundNumber) {
      this.turns = new Map(analysis.turns.map((turn) => [turn.step, turn]))
    }
  }
}
