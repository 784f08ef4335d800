/**
 * What the racks cost at the end of a round, and who gets it. Losers pay what is left on their
 * racks and the winner gets the sum, so every round adds up to zero. When nobody goes out, the
 * lowest rack wins as the rulebook counts it: fewer tiles break a tie, then the order of turns.
 *
 * These lines repeat what the engine knows, because the pad has to work with no server at hand;
 * the cases in `conformance/scoring` hold the two together.
 */
import type { Facts } from '../boxes/facts'

/** A rack, counted. */
export interface Count {
  readonly points: number
  readonly tiles: number
}

export interface Outcome {
  readonly winner: number | null
  readonly scores: readonly number[]
}

/** A tile left on a rack, as it counts: its number, or a joker in notation. */
export type Left = number | Joker
export type Joker = '*' | '*2' | '*c' | '*m'

export const JOKERS: readonly Joker[] = ['*', '*2', '*c', '*m']

export function penalty(facts: Facts, tile: Left): number {
  if (typeof tile === 'number') return tile
  return tile === '*' ? facts.jokerPenalty.normal : facts.jokerPenalty.special
}

export function count(facts: Facts, tiles: readonly Left[]): Count {
  return {
    points: tiles.reduce<number>((sum, tile) => sum + penalty(facts, tile), 0),
    tiles: tiles.length,
  }
}

/** How many of a tile are in the box. */
export function copies(facts: Facts, tile: Left): number {
  switch (tile) {
    case '*':
      return facts.jokers.normal
    case '*2':
      return facts.jokers.double
    case '*c':
      return facts.jokers.colourChange
    case '*m':
      return facts.jokers.mirror
    default:
      return facts.colours * facts.copies
  }
}

/** Somebody went out: the others pay their racks. */
export function scoreOut(points: readonly number[], out: number): Outcome {
  return paid(points, out)
}

/** Nobody went out: the lowest rack wins, or the round does not count. */
export function scoreBlocked(facts: Facts, racks: readonly Count[], start: number): Outcome {
  if (facts.blocked === 'void') return { winner: null, scores: racks.map(() => 0) }
  const winner = lowest(racks, start)
  const least = racks[winner]?.points ?? 0
  const points = racks.map((rack) => (facts.blocked === 'full' ? rack.points : rack.points - least))
  return paid(points, winner)
}

/** The check of the booklets: what the winner gets is what the others pay. */
export function addsUp(scores: readonly number[]): boolean {
  return scores.reduce((sum, score) => sum + score, 0) === 0
}

function lowest(racks: readonly Count[], start: number): number {
  const order = racks.map((rack, seat) => ({
    seat,
    key: [rack.points, rack.tiles, (seat - start + racks.length) % racks.length] as const,
  }))
  order.sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2])
  return order[0]?.seat ?? 0
}

function paid(points: readonly number[], winner: number): Outcome {
  const sum = points.reduce((total, one, seat) => (seat === winner ? total : total + one), 0)
  return { winner, scores: points.map((one, seat) => (seat === winner ? sum : 0 - one)) }
}
