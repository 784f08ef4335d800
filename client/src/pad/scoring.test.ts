import { describe, expect, it } from 'vitest'
import matches from '../../../conformance/scoring/matches.jsonl?raw'
import rounds from '../../../conformance/scoring/rounds.jsonl?raw'
import { deckSize, factsOf, RULEBOOKS } from '../boxes/facts'
import {
  addsUp,
  copies,
  count,
  JOKERS,
  type Joker,
  type Left,
  scoreBlocked,
  scoreOut,
} from './scoring'

interface RoundCase {
  readonly racks: readonly string[]
  readonly out: number | null
  readonly start?: number
}
interface Case extends RoundCase {
  readonly id: string
  readonly rules: string
  readonly clause: string
  readonly winner?: number | null
  readonly scores: readonly number[]
}
interface MatchCase {
  readonly id: string
  readonly rules: string
  readonly clause: string
  readonly rounds: readonly RoundCase[]
  readonly scores: readonly (readonly number[])[]
  readonly totals: readonly number[]
}

function cases<T>(text: string): T[] {
  const lines = text.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

/** "r5 *b" as it counts: 5 and a joker. */
function left(notation: string): Left[] {
  const words = notation.split(' ').filter((word) => word !== '')
  return words.map((word) => {
    if (!word.startsWith('*')) return Number(word.slice(1))
    return JOKERS.includes(word as Joker) ? (word as Joker) : '*'
  })
}

function outcome(rules: string, one: RoundCase) {
  const facts = factsOf(rules)
  const racks = one.racks.map((rack) => count(facts, left(rack)))
  if (one.out === null) return scoreBlocked(facts, racks, one.start ?? 0)
  return scoreOut(
    racks.map((rack) => rack.points),
    one.out,
  )
}

describe('a round is scored as the booklet counts', () => {
  it.each(cases<Case>(rounds))('$id', (one) => {
    const result = outcome(one.rules, one)
    expect(result.scores, one.clause).toEqual(one.scores)
    expect(result.winner, one.clause).toBe(one.winner === undefined ? one.out : one.winner)
    expect(addsUp(result.scores)).toBe(true)
  })
})

describe("a match adds up as the booklet's table does", () => {
  it.each(cases<MatchCase>(matches))('$id', (match) => {
    const rows = match.rounds.map((one) => outcome(match.rules, one).scores)
    expect(rows, match.clause).toEqual(match.scores)
    const totals = match.totals.map((_, seat) =>
      rows.reduce((sum, row) => sum + (row[seat] ?? 0), 0),
    )
    expect(totals, match.clause).toEqual(match.totals)
  })
})

describe('the tiles of a box', () => {
  it.each([
    ['ravensburger-travel-de', 106],
    ['twist', 112],
    ['lets-play-rummy-nl', 108],
    ['jumbo-xp', 160],
    ['jumbo-xp-quick', 108],
  ])('%s has %i', (id, tiles) => {
    expect(deckSize(factsOf(id))).toBe(tiles)
  })

  it('are all counted by kind', () => {
    const kinds: Left[] = [...Array.from({ length: 13 }, (_, index) => index + 1), ...JOKERS]
    for (const facts of RULEBOOKS) {
      const all = kinds.reduce<number>((sum, kind) => sum + copies(facts, kind), 0)
      expect(all, facts.id).toBe(deckSize(facts))
    }
  })

  it('of an unknown rulebook are refused', () => {
    expect(() => factsOf('nobody')).toThrow('no rulebook nobody')
  })
})
