/** One lesson as it is taken: a step is done when the judge finds the play legal and it is what was asked. */
import { Arrangement } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import type { Draft } from '../arrange/draft'
import { told, written } from '../arrange/notation'
import * as api from '../net/api'
import type { JudgeAnswer } from '../protocol.gen'
import { Adviser } from '../table/adviser'
import { byKey, type Verdicts } from '../table/verdicts'
import { type LessonData, reached } from './lessons'
import { remember, stepsDone } from './progress.svelte'

export class Lesson {
  readonly data: LessonData
  number = $state(0)
  answer: JudgeAnswer | null = $state.raw(null)
  verdicts: Verdicts = $state.raw(new Map())
  failed = $state(false)
  drawn = $state(false)
  /** The table that was laid out for somebody who asked, as long as it lies there. */
  #shown: Draft | null = $state.raw(null)
  readonly shown = $derived.by(() => this.#shown === this.bench.arrangement.draft)
  bench: Bench = $state.raw(new Bench(new Arrangement()))
  readonly adviser = $derived(
    new Adviser(
      this.bench.arrangement,
      () => ({ rulebook: this.data.rulebook }),
      () => this.step?.opened ?? true,
    ),
  )

  readonly step = $derived.by(() => this.data.steps[this.number])
  readonly finished = $derived.by(() => this.number >= this.data.steps.length)
  readonly legal = $derived(this.answer?.legal === true)
  readonly good = $derived.by(() => {
    const { step } = this
    const { arrangement } = this.bench
    const { laid, rack } = arrangement
    if (!step || step.draw) return this.drawn
    return this.legal && reached(step, arrangement.kindsOf(laid), arrangement.kindsOf(rack))
  })
  #asked = 0

  /** Begins where it was left; a lesson that is done begins anew. */
  constructor(data: LessonData) {
    this.data = data
    const done = stepsDone(data.id)
    this.begin(done < data.steps.length ? done : 0)
  }

  begin(number: number): void {
    this.number = number
    this.answer = null
    this.verdicts = new Map()
    this.drawn = false
    this.#asked += 1
    const { step } = this
    if (!step) return
    const arrangement = new Arrangement()
    arrangement.sync(told(step.table, step.rack))
    arrangement.active = true
    arrangement.onchange = () => void this.#judge()
    this.bench = new Bench(arrangement)
    if (step.table.some((meld) => meld.includes('*'))) void this.#judge()
  }

  /** Go on, whether the step was done or skipped. */
  next(): void {
    remember(this.data.id, this.number + 1)
    this.begin(this.number + 1)
  }

  draw(): void {
    const { step } = this
    if (!step?.draw || this.drawn) return
    const { arrangement } = this.bench
    arrangement.onchange = null
    arrangement.sync(told(step.table, `${step.rack} ${step.draw}`), 'new')
    arrangement.active = false
    this.drawn = true
  }

  /** Lay out a play that does what is asked; it can be undone. */
  show(): void {
    const { step } = this
    if (!step?.play) return
    this.bench.arrangement.show(told(step.play, '').melds)
    this.#shown = this.bench.arrangement.draft
  }

  async #judge(): Promise<void> {
    const { step } = this
    if (!step) return
    this.#asked += 1
    const asked = this.#asked
    const { arrangement } = this.bench
    const { melds } = arrangement.draft
    try {
      const answer = await api.judge({
        rulebook: this.data.rulebook,
        table: [...step.table],
        rack: step.rack,
        after: melds.map((meld) => written(arrangement, meld)),
        opened: step.opened ?? true,
      })
      if (asked !== this.#asked) return
      this.failed = false
      this.answer = answer
      this.verdicts = byKey(melds, answer.melds)
    } catch {
      this.failed = true
    }
  }
}
