import { describe, expect, it } from 'vitest'
import type { GameLine } from '../protocol.gen'
import { outcomeOf } from './games'

const game = { seat: 1, players: ['Ann', 'Ben'], scores: [0, 0] } as unknown as GameLine

describe('a finished round', () => {
  it.each([
    [1, 'won'],
    [0, 'lost'],
    [null, 'void'],
  ] as const)('that seat %s won is %s for the person in seat 1', (winner, outcome) => {
    expect(outcomeOf({ ...game, winner })).toBe(outcome)
  })
})
