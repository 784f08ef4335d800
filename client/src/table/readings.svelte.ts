/**
 * What the rows on the table are and what their jokers stand for, also while others play and in a
 * replay. Each row with a joker is asked about once; a row that the server judged anyway is learnt.
 */
import type { Arrangement } from '../arrange/arrangement.svelte'
import { written } from '../arrange/notation'
import * as api from '../net/api'
import type { JudgeRequest, MeldVerdict } from '../protocol.gen'
import { byKey, type Verdicts } from './verdicts'

export type Rules = Pick<JudgeRequest, 'rulebook' | 'house'>

export class Readings {
  #known: ReadonlyMap<string, MeldVerdict> = $state.raw(new Map())
  readonly #asked = new Set<string>()

  /** What is known of the melds that lie in an arrangement and stand. */
  of(arrangement: Arrangement): Verdicts {
    const melds = arrangement.table
    const known = melds.map((meld) => this.#known.get(written(arrangement, meld)))
    return byKey(melds, known)
  }

  learn(rows: readonly string[], verdicts: readonly MeldVerdict[]): void {
    const known = new Map(this.#known)
    rows.forEach((row, i) => {
      const verdict = verdicts[i]
      if (verdict?.stands) known.set(row, verdict)
    })
    this.#known = known
  }

  /** Ask about the rows with jokers that were not asked about before. */
  async ask(rules: Rules, arrangement: Arrangement): Promise<void> {
    const lying = arrangement.table.map((meld) => written(arrangement, meld))
    const rows = [...new Set(lying)].filter((row) => row.includes('*') && this.#isNew(row))
    if (rows.length === 0) return
    for (const row of rows) this.#asked.add(row)
    try {
      const answer = await api.judge({ ...rules, table: rows, after: rows, opened: true })
      this.learn(rows, answer.melds)
    } catch {
      for (const row of rows) this.#asked.delete(row)
    }
  }

  #isNew(row: string): boolean {
    return !this.#known.has(row) && !this.#asked.has(row)
  }
}
