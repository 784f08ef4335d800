import { describe, expect, it } from 'vitest'
import { chartOf, type Frame } from './chart'
import { newMatch, writeRound } from './match'
import { newRound } from './rounds'

const frame: Frame = { width: 100, height: 100, left: 0, right: 0, top: 0, bottom: 0 }
const empty = newMatch({
  id: 'm',
  name: '',
  rules: 'jumbo',
  names: ['A', 'B'],
  length: null,
  now: 1,
})
const round = (id: string, points: number) => ({
  ...newRound(id, ['p1', 'p2']),
  end: 'out' as const,
  out: 'p1',
  racks: { p2: { by: 'points' as const, points, tiles: null } },
})

describe('the course of a match', () => {
  it('starts at zero before the first round', () => {
    const { lines } = chartOf(empty, frame)
    expect(lines.map((line) => line.points.length)).toEqual([1, 1])
    expect(lines[0]?.points).toEqual(lines[1]?.points)
  })

  it('goes up for the winner and down for who pays', () => {
    const { lines, side, bottom } = chartOf(writeRound(empty, round('1', 20)), frame)
    expect(lines[0]?.points).toEqual([
      { x: 0, y: 50 },
      { x: 100, y: 0 },
    ])
    expect(lines[1]?.points.at(-1)).toEqual({ x: 100, y: 100 })
    expect(side.map((tick) => tick.value)).toEqual([-20, -10, 0, 10, 20])
    expect(bottom).toEqual([{ at: 100, value: 1 }])
  })

  it('numbers only as many rounds as there is room for', () => {
    const long = Array.from({ length: 30 }, (_, index) => round(`${index}`, 7)).reduce(
      writeRound,
      empty,
    )
    const { bottom, side } = chartOf(long, frame)
    expect(bottom.length).toBeLessThanOrEqual(12)
    expect(side.length).toBeLessThanOrEqual(7)
  })
})
