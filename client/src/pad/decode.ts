/**
 * From foreign text to a match. Whatever comes from a file, a link or the device's storage is
 * taken apart here, once; behind it every value is right by construction.
 */
import { findFacts } from '../boxes/facts'
import type { Kept } from './history'
import { FEWEST_PLAYERS, type Match, MOST_NAME, nameFaults, type Player } from './match'
import { MOST_POINTS, MOST_TILES, missing, type Rack, type Round } from './rounds'
import { JOKERS, type Joker, type Left } from './scoring'

/** Text that is not a match, and where the trouble is. */
export class Unreadable extends Error {
  readonly where: string
  constructor(where: string) {
    super(`cannot be read at ${where}`)
    this.where = where
  }
}

const MOST_ROUNDS = 200
const MOST_EVER = 40

/** A value on its way in, with the path that led to it. */
export class Foreign {
  readonly value: unknown
  readonly path: string
  constructor(value: unknown, path: string) {
    this.value = value
    this.path = path
  }

  refuse(): never {
    throw new Unreadable(this.path)
  }
  get(key: string): Foreign {
    if (typeof this.value !== 'object' || this.value === null) this.refuse()
    const inner = (this.value as Record<string, unknown>)[key]
    return new Foreign(inner, this.path === '' ? key : `${this.path}.${key}`)
  }
  list(most: number): Foreign[] {
    if (!Array.isArray(this.value) || this.value.length > most) this.refuse()
    return this.value.map((inner, index) => new Foreign(inner, `${this.path}[${index}]`))
  }
  /** The parts of a list that can be read. */
  readable<T>(read: (inner: Foreign) => T): T[] {
    if (!Array.isArray(this.value)) return []
    return this.list(this.value.length).flatMap((inner) => {
      try {
        return [read(inner)]
      } catch {
        return []
      }
    })
  }
  text(most: number): string {
    return typeof this.value === 'string' && this.value.length <= most ? this.value : this.refuse()
  }
  whole(least: number, most: number): number {
    const fits = Number.isInteger(this.value)
    const number = this.value as number
    return fits && number >= least && number <= most ? number : this.refuse()
  }
  flag(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.refuse()
  }
  oneOf<T extends string>(allowed: readonly T[]): T {
    return allowed.find((one) => one === this.value) ?? this.refuse()
  }
  maybe<T>(read: (inner: Foreign) => T): T | null {
    return this.value === null || this.value === undefined ? null : read(this)
  }
}

/** JSON text as a foreign value. */
export function parseJson(text: string, path = ''): Foreign {
  try {
    return new Foreign(JSON.parse(text), path)
  } catch {
    throw new Unreadable(path || 'JSON')
  }
}

export function readMatch(from: Foreign): Match {
  const rules = from.get('rules')
  const facts = findFacts(rules.text(60)) ?? rules.refuse()
  const players = readPlayers(from.get('players'))
  const ids = players.map((player) => player.id)
  const list = from.get('rounds')
  const rounds = list.list(MOST_ROUNDS).map((inner) => {
    const round = readRound(inner, ids)
    return missing(facts, round).length === 0 ? round : inner.refuse()
  })
  if (new Set(rounds.map((round) => round.id)).size !== rounds.length) list.refuse()
  return {
    id: from.get('id').text(40),
    name: from.get('name').text(80),
    rules: facts.id,
    players,
    length: from.get('length').maybe((inner) => inner.whole(1, MOST_ROUNDS)),
    rounds,
    created: from.get('created').whole(0, Number.MAX_SAFE_INTEGER),
    changed: from.get('changed').whole(0, Number.MAX_SAFE_INTEGER),
  }
}

/** A match with its past, as the device keeps it. */
export function readKept(from: Foreign): Kept {
  const match = readMatch(from.get('match'))
  const ids = match.players.map((player) => player.id)
  return {
    match,
    // What has no place any more is let go; the match itself matters.
    drafts: from.get('drafts').readable((inner) => readRound(inner, ids)),
    past: from.get('past').readable(readMatch),
    future: from.get('future').readable(readMatch),
  }
}

function readPlayers(from: Foreign): Player[] {
  const players = from.list(MOST_EVER).map((inner) => {
    const id = inner.get('id')
    return {
      id: /^p\d+$/.test(id.text(10)) ? id.text(10) : id.refuse(),
      name: inner.get('name').text(MOST_NAME),
      playing: inner.get('playing').flag(),
    }
  })
  if (players.length < FEWEST_PLAYERS) from.refuse()
  if (new Set(players.map((player) => player.id)).size !== players.length) from.refuse()
  if (nameFaults(players.map((player) => player.name)).some(Boolean)) from.refuse()
  return players
}

function readRound(from: Foreign, players: readonly string[]): Round {
  const list = from.get('seats')
  const seats = list.list(MOST_EVER).map((seat) => seat.oneOf(players))
  if (seats.length < FEWEST_PLAYERS || new Set(seats).size !== seats.length) list.refuse()
  const racks = from.get('racks')
  const written = seats.flatMap((seat) => {
    const rack = racks.get(seat).maybe(readRack)
    return rack ? [[seat, rack] as const] : []
  })
  return {
    id: from.get('id').text(40),
    seats,
    end: from.get('end').oneOf(['open', 'out', 'blocked']),
    out: from.get('out').maybe((inner) => inner.oneOf(seats)),
    began: from.get('began').maybe((inner) => inner.oneOf(seats)),
    racks: Object.fromEntries(written),
  }
}

function readRack(from: Foreign): Rack {
  if (from.get('by').oneOf(['points', 'tiles']) === 'tiles') {
    return { by: 'tiles', tiles: from.get('tiles').list(MOST_TILES).map(readLeft) }
  }
  return {
    by: 'points',
    points: from.get('points').maybe((inner) => inner.whole(0, MOST_POINTS)),
    tiles: from.get('tiles').maybe((inner) => inner.whole(0, MOST_TILES)),
  }
}

function readLeft(from: Foreign): Left {
  return typeof from.value === 'string' ? from.oneOf<Joker>(JOKERS) : from.whole(1, 13)
}
