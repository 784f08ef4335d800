/** What a hint proposes: the most tiles, a simple play, and the choice with the best chance to win. */
import type { ChanceHint, Hint, HintStep } from '../protocol.gen'
import { parseMeld } from '../tiles/tile'

export interface Proposal {
  readonly kind: 'most' | 'simple' | 'chance'
  readonly action: ChanceHint['action']
  readonly laid: string
  readonly table: readonly string[]
  readonly steps: readonly HintStep[]
  /** How many tiles of the table leave their meld, where that is known. */
  readonly moved: number | null
  /** Its chance to win, once it is known and if it was looked at. */
  readonly chance: number | null
  readonly error: number
  /** How it compares with the choice that has the best chance. */
  readonly worth: 'unknown' | 'best' | 'equal' | 'worse'
}

type Play = Pick<Proposal, 'laid' | 'table' | 'steps'> & { readonly moved: number }

const same = (a: string, b: string) =>
  parseMeld(a).toSorted().join(' ') === parseMeld(b).toSorted().join(' ')

/** Two chances that differ by less than this many standard errors cannot be told apart. */
const DOUBT = 2

function worthOf(one: ChanceHint, best: ChanceHint): Proposal['worth'] {
  if (one === best) return 'best'
  const doubt = DOUBT * Math.hypot(one.error, best.error)
  return best.chance - one.chance <= doubt ? 'equal' : 'worse'
}

/** Without choices the chances are not known yet, or never will be. */
export function proposals(hint: Hint, choices: readonly ChanceHint[]): Proposal[] {
  const best = choices[0]
  const of = (kind: Proposal['kind'], { laid, table, steps, moved }: Play): Proposal => {
    const found = choices.find((one) => one.action === 'play' && same(one.laid, laid))
    return {
      kind,
      action: 'play',
      laid,
      table,
      steps,
      moved,
      chance: found?.chance ?? null,
      error: found?.error ?? 0,
      worth: found && best ? worthOf(found, best) : 'unknown',
    }
  }
  const told = [of('most', { ...hint, moved: hint.moved ?? 0 })]
  if (hint.simple) told.push(of('simple', hint.simple))
  if (best && !told.some(({ worth }) => worth === 'best')) {
    const { action, laid, table, steps, chance, error } = best
    told.push({
      kind: 'chance',
      action,
      laid,
      table,
      steps,
      chance,
      error,
      moved: null,
      worth: 'best',
    })
  }
  return told
}
