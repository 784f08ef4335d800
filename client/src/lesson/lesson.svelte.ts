/** The first lesson: a few positions, each done when the server finds the play legal and complete. */
import { Arrangement } from '../arrange/arrangement.svelte'
import { Bench } from '../arrange/bench.svelte'
import { told, written } from '../arrange/notation'
import * as api from '../net/api'
import { m } from '../paraglide/messages.js'
import type { JudgeAnswer } from '../protocol.gen'
import { Adviser } from '../table/adviser'
import { byKey, type Verdicts } from '../table/verdicts'
import { words } from '../table/words.svelte'

interface Step {
  readonly text: () => string
  readonly table: readonly string[]
  readonly rack: string
  readonly opened: boolean
  /** How many tiles to lay. */
  readonly lay: number
}

export const RULEBOOK = 'jumbo'

export const STEPS: readonly Step[] = [
  { text: () => m.lesson_run(words), table: [], rack: 'k2 r5 r6 r7 b9', opened: true, lay: 3 },
  {
    text: () => m.lesson_group(words),
    table: ['r5 r6 r7'],
    rack: 'y3 k8 r8 b8',
    opened: true,
    lay: 3,
  },
  {
    text: () => m.lesson_add(),
    table: ['r5 r6 r7', 'k8 r8 b8'],
    rack: 'b1 r4 y8',
    opened: true,
    lay: 2,
  },
  { text: () => m.lesson_split(), table: ['b3 b4 b5 b6 b7'], rack: 'b5 k13', opened: true, lay: 1 },
  {
    text: () => m.lesson_joker(),
    table: ['k10 k11 k12'],
    rack: 'k1 r4 y4 *',
    opened: true,
    lay: 3,
  },
  {
    text: () => m.lesson_open(),
    table: ['b3 b4 b5'],
    rack: 'k2 b6 k10 r10 y10',
    opened: false,
    lay: 3,
  },
]

export class Lesson {
  number = $state(0)
  answer: JudgeAnswer | null = $state.raw(null)
  verdicts: Verdicts = $state.raw(new Map())
  failed = $state(false)
  bench: Bench = $state.raw(new Bench(new Arrangement()))
  readonly adviser = $derived(
    new Adviser(
      this.bench.arrangement,
      () => ({ rulebook: RULEBOOK }),
      () => this.step?.opened ?? true,
    ),
  )

  readonly step = $derived(STEPS[this.number])
  readonly finished = $derived(this.number >= STEPS.length)
  readonly good = $derived(
    this.answer?.legal === true && this.bench.arrangement.laid.length >= (this.step?.lay ?? 0),
  )
  #asked = 0

  constructor() {
    this.begin(0)
  }

  begin(number: number): void {
    this.number = number
    this.answer = null
    this.verdicts = new Map()
    const step = STEPS[number]
    if (!step) return
    const arrangement = new Arrangement()
    arrangement.sync(told(step.table, step.rack))
    arrangement.active = true
    arrangement.onchange = () => void this.#judge()
    this.bench = new Bench(arrangement)
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
        rulebook: RULEBOOK,
        table: [...step.table],
        rack: step.rack,
        after: melds.map((meld) => written(arrangement, meld)),
        opened: step.opened,
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
