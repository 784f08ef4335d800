/**
 * A turn shown again: the table goes back to how it lay and is rearranged step by step, over my own
 * draft, which stays as it is.
 */
import { still } from '../app/settings.svelte'
import type { Arrangement } from '../arrange/arrangement.svelte'
import { parseMeld } from '../tiles/tile'
import type { LoggedTurn } from './log.svelte'
import { recap } from './stages'

const PAUSE = 1200

export class Showing {
  turn: LoggedTurn | null = $state.raw(null)
  number = $state(0)
  total = $state(0)
  readonly #work: Arrangement
  #stages: string[][][] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(work: Arrangement) {
    this.#work = work
  }

  start(turn: LoggedTurn): void {
    const before = turn.before.map(parseMeld)
    this.#stages = [before, ...recap(before, turn.after.map(parseMeld))]
    this.turn = turn
    this.total = this.#stages.length - 1
    this.#show(0)
  }

  /** The next step; after the last one the game goes on. */
  next(): void {
    if (this.number < this.total && this.#work.watching) this.#show(this.number + 1)
    else this.stop()
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (!this.turn) return
    this.turn = null
    this.#work.watch(null)
  }

  #show(number: number): void {
    clearTimeout(this.#timer)
    this.number = number
    const stage = this.#stages[number] ?? []
    this.#work.watch(stage.map((tiles) => ({ tiles, reading: null })))
    if (!still()) this.#timer = setTimeout(() => this.next(), PAUSE)
  }
}
