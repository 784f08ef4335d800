/**
 * A round as it is written down: who played, how it ended, what the racks hold. While somebody
 * is still writing, parts are missing; `missing` names them, and only a round that lacks nothing
 * has a result. A rack is a number, or the tiles themselves, which are then counted.
 */
import type { Facts } from '../boxes/facts'
import { type Count, count, type Left, type Outcome, scoreBlocked, scoreOut } from './scoring'

export type PlayerId = string

export type Rack =
  | { readonly by: 'points'; readonly points: number | null; readonly tiles: number | null }
  | { readonly by: 'tiles'; readonly tiles: readonly Left[] }

export interface Round {
  readonly id: string
  readonly seats: readonly PlayerId[]
  readonly end: 'open' | 'out' | 'blocked'
  readonly out: PlayerId | null
  /** Who began; asked only where it breaks a tie. */
  readonly began: PlayerId | null
  readonly racks: Readonly<Record<PlayerId, Rack>>
}

export type Missing =
  | { readonly what: 'end' }
  | { readonly what: 'rack'; readonly player: PlayerId }
  | { readonly what: 'tiles'; readonly player: PlayerId }
  | { readonly what: 'began' }

export const MOST_POINTS = 999
export const MOST_TILES = 160
export const EMPTY_RACK: Rack = { by: 'points', points: null, tiles: null }

export function newRound(id: string, seats: readonly PlayerId[]): Round {
  return { id, seats, end: 'open', out: null, began: null, racks: {} }
}

/** The round with other players at the table; whoever is not among them neither won nor began. */
export function reseat(round: Round, seats: readonly PlayerId[]): Round {
  const here = (player: PlayerId | null) =>
    player !== null && seats.includes(player) ? player : null
  const out = here(round.out)
  const end = round.end === 'out' && out === null ? 'open' : round.end
  return { ...round, seats, end, out, began: here(round.began) }
}

export function rackOf(round: Round, player: PlayerId): Rack {
  return round.racks[player] ?? EMPTY_RACK
}

/** What a rack costs, or null as long as nobody wrote it down. */
export function rackPoints(facts: Facts, rack: Rack): number | null {
  if (rack.by === 'points') return rack.points
  return rack.tiles.length > 0 ? count(facts, rack.tiles).points : null
}

/** Whose racks have to be written down. */
export function payers(facts: Facts, round: Round): readonly PlayerId[] {
  if (round.end === 'out') return round.seats.filter((player) => player !== round.out)
  if (round.end === 'blocked' && facts.blocked !== 'void') return round.seats
  return []
}

/** The players who share the lowest rack of a blocked round. */
export function tied(facts: Facts, round: Round): readonly PlayerId[] {
  if (round.end !== 'blocked' || facts.blocked === 'void') return []
  const points = round.seats.map((player) => rackPoints(facts, rackOf(round, player)))
  if (points.includes(null)) return []
  const least = Math.min(...points.map((one) => one ?? 0))
  const lowest = round.seats.filter((_, seat) => points[seat] === least)
  return lowest.length > 1 ? lowest : []
}

/** What has to be written down before the round has a result. */
export function missing(facts: Facts, round: Round): readonly Missing[] {
  if (round.end === 'open' || (round.end === 'out' && round.out === null)) return [{ what: 'end' }]
  const racks = payers(facts, round).filter(
    (player) => rackPoints(facts, rackOf(round, player)) === null,
  )
  if (racks.length > 0) return racks.map((player) => ({ what: 'rack', player }))
  const equal = tied(facts, round)
  const unknown = equal.filter((player) => tilesLeft(rackOf(round, player)) === null)
  if (unknown.length > 0) return unknown.map((player) => ({ what: 'tiles', player }))
  const tiles = equal.map((player) => tilesLeft(rackOf(round, player)) ?? 0)
  const fewest = tiles.filter((one) => one === Math.min(...tiles)).length
  return fewest > 1 && round.began === null ? [{ what: 'began' }] : []
}

/** The result, or null as long as something is missing. */
export function outcome(facts: Facts, round: Round): Outcome | null {
  if (missing(facts, round).length > 0) return null
  const racks = round.seats.map((player) => counted(facts, rackOf(round, player)))
  if (round.end === 'out' && round.out !== null) {
    return scoreOut(
      racks.map((rack) => rack.points),
      round.seats.indexOf(round.out),
    )
  }
  return scoreBlocked(facts, racks, Math.max(0, round.seats.indexOf(round.began ?? '')))
}

/** How many tiles a rack holds, if that is known. */
export function tilesLeft(rack: Rack): number | null {
  return rack.by === 'points' ? rack.tiles : rack.tiles.length
}

function counted(facts: Facts, rack: Rack): Count {
  return { points: rackPoints(facts, rack) ?? 0, tiles: tilesLeft(rack) ?? 0 }
}
