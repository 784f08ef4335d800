/**
 * Where a turn goes on after the opening, the rows that opened may be rebuilt at once. The play then
 * has to name them, so the last rows that were enough to open are remembered here.
 */
import type { Arrangement } from '../arrange/arrangement.svelte'
import type { DraftMeld } from '../arrange/draft'
import { written } from '../arrange/notation'
import type { Verdict } from '../protocol.gen'

export class Openings {
  #rows: readonly string[] = []

  forget(): void {
    this.#rows = []
  }

  /** Remember the rows from the rack that stand, if the server finds them enough to open. */
  learn(arrangement: Arrangement, melds: readonly DraftMeld[], verdict: Verdict): void {
    const { opening, needed } = verdict
    if (opening === null || needed === null || opening < needed) return
    this.#rows = melds
      .filter((meld, i) => verdict.melds[i]?.stands && own(arrangement, meld))
      .map((meld) => written(arrangement, meld))
  }

  /** The rows to name where the draft alone opens nothing: remembered ones whose tiles all lie. */
  named(arrangement: Arrangement): string[] | undefined {
    if (this.#rows.length === 0) return undefined
    const laid = arrangement.kindsOf(arrangement.laid)
    for (const tile of this.#rows.flatMap((row) => row.replace(/ =\w+$/, '').split(' '))) {
      const at = laid.indexOf(tile)
      if (at < 0) return undefined
      laid.splice(at, 1)
    }
    return [...this.#rows]
  }
}

function own(arrangement: Arrangement, meld: DraftMeld): boolean {
  return meld.tiles.every((id) => arrangement.mine.has(id))
}
