/** What the server said of each row, by meld key, in the words of the page. */
import type { DraftMeld } from '../arrange/draft'
import type { MeldVerdict } from '../protocol.gen'
import { face, type Kind } from '../tiles/tile'

export type Verdicts = ReadonlyMap<number, MeldVerdict>

export function byKey(
  melds: readonly DraftMeld[],
  verdicts: readonly (MeldVerdict | undefined)[],
): Verdicts {
  const pairs = melds.flatMap((meld, i) => {
    const verdict = verdicts[i]
    return verdict ? [[meld.key, verdict] as const] : []
  })
  return new Map(pairs)
}

/** Whether something is said below a meld: why it is not valid, or how else it may be read. */
export const isSaid = (verdict: MeldVerdict | undefined, active: boolean): boolean =>
  verdict !== undefined && (!verdict.stands || (verdict.both && active))

/** What a joker shows: "b6" as it is, "?6" as a bare number, "b6 b7" as two. */
export function standsFor(kind: Kind, shown: string | undefined): readonly string[] {
  if (!shown || face(kind).type === 'number') return []
  return shown
    .split(' ')
    .map((text) => text.replace('?', ''))
    .filter((text) => /^[krbyog]?\d+$/.test(text))
}
