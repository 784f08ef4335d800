import { describe, expect, it } from 'vitest'
import type { ChanceHint, Hint } from '../protocol.gen'
import { proposals } from './proposals'

const hint = (laid: string, simple?: string): Hint => ({
  type: 'hint',
  id: 1,
  table: [laid],
  opening: null,
  laid,
  steps: [],
  moved: 3,
  simple: simple ? { table: [simple], opening: null, laid: simple, moved: 0, steps: [] } : null,
})

const choice = (laid: string, chance: number, error = 0.02): ChanceHint => ({
  action: laid ? 'play' : 'draw',
  laid,
  table: laid ? [laid] : [],
  opening: null,
  chance,
  error,
  score: 0,
  steps: [],
})

const told = (...args: Parameters<typeof proposals>) =>
  proposals(...args).map(({ kind, laid, worth }) => `${kind} ${laid}: ${worth}`)

describe('proposals of a hint', () => {
  it('are known before the chances are', () => {
    expect(told(hint('r4 r5 r6'), [])).toEqual(['most r4 r5 r6: unknown'])
    expect(told(hint('r4 r5 r6', 'r6'), [])).toEqual([
      'most r4 r5 r6: unknown',
      'simple r6: unknown',
    ])
  })

  it('name the choice with the best chance where it is another one', () => {
    const choices = [choice('', 0.6), choice('r6 r5 r4', 0.4)]
    expect(told(hint('r4 r5 r6'), choices)).toEqual(['most r4 r5 r6: worse', 'chance : best'])
  })

  it('say that laying most is best, in whatever order its tiles are told', () => {
    const choices = [choice('r6 r5 r4', 0.6), choice('', 0.4)]
    expect(told(hint('r4 r5 r6', 'r6'), choices)).toEqual([
      'most r4 r5 r6: best',
      'simple r6: unknown',
    ])
  })

  it('call chances equal that cannot be told apart', () => {
    const choices = [choice('', 0.5, 0.03), choice('r4', 0.45, 0.03)]
    expect(told(hint('r4'), choices)).toEqual(['most r4: equal', 'chance : best'])
  })
})
