/**
 * A match at a real table: the players, the rounds they wrote down and what it all adds up to.
 * Values are never changed; every step gives a new match, so undo is to go back to the old one.
 */
import { type Facts, factsOf } from '../boxes/facts'
import { missing, outcome, type PlayerId, type Round } from './rounds'
import type { Outcome } from './scoring'

export interface Player {
  readonly id: PlayerId
  readonly name: string
  readonly playing: boolean
}

export interface Match {
  readonly id: string
  readonly name: string
  readonly rules: string
  readonly players: readonly Player[]
  /** How many rounds were agreed; null if the players stop when they like. */
  readonly length: number | null
  readonly rounds: readonly Round[]
  readonly created: number
  readonly changed: number
}

export const FEWEST_PLAYERS = 2
export const MOST_PLAYERS = 6
export const MOST_NAME = 24

export interface Wishes {
  readonly id: string
  readonly name: string
  readonly rules: string
  readonly names: readonly string[]
  readonly length: number | null
  readonly now: number
}

export function newMatch(wishes: Wishes): Match {
  const { id, name, rules, names, length, now } = wishes
  const players = names.map((one, index) => ({ id: `p${index + 1}`, name: one, playing: true }))
  return { id, name, rules, players, length, rounds: [], created: now, changed: now }
}

export function playing(match: Match): readonly Player[] {
  return match.players.filter((player) => player.playing)
}

export function nameOf(match: Match, id: PlayerId): string {
  return match.players.find((player) => player.id === id)?.name ?? ''
}

/** Write a round down: a new one at the end, or one that was there before in its place. */
export function writeRound(match: Match, round: Round): Match {
  if (missing(factsOf(match.rules), round).length > 0) throw new Error('the round is not complete')
  const known = match.rounds.some((one) => one.id === round.id)
  const rounds = known
    ? match.rounds.map((one) => (one.id === round.id ? round : one))
    : [...match.rounds, round]
  return { ...match, rounds }
}

export function removeRound(match: Match, id: string): Match {
  return { ...match, rounds: match.rounds.filter((round) => round.id !== id) }
}

/** Somebody joins from the next round on; who retired before comes back under the same name. */
export function addPlayer(match: Match, name: string): Match {
  const known = match.players.find((player) => !player.playing && player.name === name)
  if (known) return setPlaying(match, known.id, true)
  const number = Math.max(0, ...match.players.map((player) => Number(player.id.slice(1)))) + 1
  return { ...match, players: [...match.players, { id: `p${number}`, name, playing: true }] }
}

/** Retire from the next round on, or come back. Who never played a round is simply gone. */
export function setPlaying(match: Match, id: PlayerId, is: boolean): Match {
  const played = match.rounds.some((round) => round.seats.includes(id))
  const players =
    is || played
      ? match.players.map((player) => (player.id === id ? { ...player, playing: is } : player))
      : match.players.filter((player) => player.id !== id)
  return { ...match, players }
}

export function renamePlayer(match: Match, id: PlayerId, name: string): Match {
  const players = match.players.map((player) => (player.id === id ? { ...player, name } : player))
  return { ...match, players }
}

/** One place further up or down in the order of turns. */
export function movePlayer(match: Match, id: PlayerId, by: 1 | -1): Match {
  const players = [...match.players]
  const from = players.findIndex((player) => player.id === id)
  const moved = players[from]
  const other = players[from + by]
  if (!moved || !other) return match
  players[from] = other
  players[from + by] = moved
  return { ...match, players }
}

export function outcomes(match: Match): readonly Outcome[] {
  const facts = factsOf(match.rules)
  return match.rounds.map((round) => outcome(facts, round) ?? { winner: null, scores: [] })
}

/** What a player got in each round; null where they did not play. */
export function scoresOf(match: Match, id: PlayerId): readonly (number | null)[] {
  const results = outcomes(match)
  return match.rounds.map((round, index) => {
    const seat = round.seats.indexOf(id)
    return seat < 0 ? null : (results[index]?.scores[seat] ?? null)
  })
}

/** What a player had after each round. */
export function runningTotals(match: Match, id: PlayerId): readonly number[] {
  let total = 0
  return scoresOf(match, id).map((score) => {
    total += score ?? 0
    return total
  })
}

export function total(match: Match, id: PlayerId): number {
  return runningTotals(match, id).at(-1) ?? 0
}

/** The players still at the table with the highest total; nobody before the first round. */
export function leaders(match: Match): readonly Player[] {
  if (match.rounds.length === 0) return []
  const here = playing(match)
  const best = Math.max(...here.map((player) => total(match, player.id)))
  return here.filter((player) => total(match, player.id) === best)
}

export interface Standing {
  readonly player: Player
  readonly place: number
  readonly total: number
}

/** Everybody by total; tied players share a place. Who retired comes last. */
export function standings(match: Match): readonly Standing[] {
  const all = match.players.map((player) => ({ player, total: total(match, player.id) }))
  const better = (mine: { player: Player; total: number }) =>
    all.filter(
      (other) =>
        (other.player.playing && !mine.player.playing) ||
        (other.player.playing === mine.player.playing && other.total > mine.total),
    ).length
  return all
    .map((one) => ({ ...one, place: better(one) + 1 }))
    .toSorted((a, b) => a.place - b.place)
}

/** Whether all agreed rounds have been played. */
export function isOver(match: Match): boolean {
  return match.length !== null && match.rounds.length >= match.length
}

/** How many rounds this rulebook suggests for so many players. */
export function suggestedLength(facts: Facts, players: number): number | null {
  return facts.rounds === 'players' ? players : null
}

export type NameFault = 'empty' | 'twice'

/** What is wrong with the names of those who want to play, one answer for each. */
export function nameFaults(names: readonly string[]): readonly (NameFault | null)[] {
  const plain = names.map((name) => name.trim().toLowerCase())
  return plain.map((name, index) => {
    if (name === '') return 'empty'
    return plain.indexOf(name) === index ? null : 'twice'
  })
}
