/**
 * Where a turn goes on after the opening, the rows that opened may be rebuilt at once. The play then
 * has to name them, so the last rows that were enough to open are remembered here.
 */
import type { Arrangement } from '../arrange/arrangement.svelte'
import type { Verdict } from '../protocol.gen'
import { written } from './texts'

export class Openings {
  #rows: readonly string[] = []

  forget(): void {
    this.#rows = []
  }

  /** Remember the rows from the rack alone, if the server finds them enough to open. */
  learn(arrangement: Arrangement, verdict: Verdict): void {
    const { opening, needed } = verdict
    if (opening === null || needed === null || opening < needed) return
    const rows = this.#own(arrangement)
    if (rows.length > 0 && this.named(arrangement) === undefined) this.#rows = rows
  }

  /** The rows to name: only where they no longer lie there as they did, but all were laid. */
  named(arrangement: Arrangement): string[] | undefined {
    if (this.#rows.length === 0) return undefined
    const laid = arrangement.kindsOf(arrangement.laid)
    for (const tile of this.#rows.flatMap((row) => row.replace(/ =\w+$/, '').split(' '))) {
      const at = laid.indexOf(tile)
      if (at < 0) {
        this.#rows = []
        return undefined
      }
      laid.splice(at, 1)
    }
    const own = this.#own(arrangement)
    return this.#rows.every((row) => own.includes(row)) ? undefined : [...this.#rows]
  }

  #own(arrangement: Arrangement): string[] {
    return arrangement.draft.melds
      .filter((meld) => meld.tiles.every((id) => arrangement.mine.has(id)))
      .map((meld) => written(arrangement, meld))
  }
}
