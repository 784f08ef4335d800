/** The course of a match as lines: where the points lie and which numbers stand at the side. */
import { type Match, type Player, runningTotals } from './match'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Line {
  readonly player: Player
  /** Which of the marks the player has. */
  readonly mark: number
  readonly points: readonly Point[]
}
export interface Tick {
  readonly at: number
  readonly value: number
}
export interface Chart {
  readonly lines: readonly Line[]
  /** Totals up the side, rounds along the bottom. */
  readonly side: readonly Tick[]
  readonly bottom: readonly Tick[]
}
export interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const MARKS = ['k', 'r', 'b', 'y', 'o', 'g'] as const

/** Everybody starts at zero, before the first round. */
export function chartOf(match: Match, frame: Frame): Chart {
  const totals = match.players.map((player) => [0, ...runningTotals(match, player.id)])
  const values = totals.flat()
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const step = niceStep(Math.max(1, most - least) / 4)
  const low = Math.floor(least / step) * step
  const high = Math.max(low + step, Math.ceil(most / step) * step)
  const rounds = match.rounds.length
  const x = (round: number) =>
    frame.left + ((frame.width - frame.left - frame.right) * round) / Math.max(1, rounds)
  const y = (value: number) =>
    frame.top + ((frame.height - frame.top - frame.bottom) * (high - value)) / (high - low)
  const sideways = Math.ceil((rounds + 1) / 12)
  return {
    lines: match.players.map((player, index) => ({
      player,
      mark: index % MARKS.length,
      points: (totals[index] ?? []).map((value, round) => ({ x: x(round), y: y(value) })),
    })),
    side: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => {
      const value = low + index * step
      return { at: y(value), value }
    }),
    bottom: Array.from({ length: rounds + 1 }, (_, round) => ({
      at: x(round),
      value: round,
    })).filter((tick) => tick.value > 0 && tick.value % sideways === 0),
  }
}

/** 1, 2, 5, 10, 20, 50 …: the next such number that is large enough. */
function niceStep(wish: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wish)))
  return power * ([1, 2, 5].find((factor) => factor * power >= wish) ?? 10)
}
