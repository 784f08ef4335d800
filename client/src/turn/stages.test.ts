import { describe, expect, it } from 'vitest'
import type { HintStep } from '../protocol.gen'
import { parseTable } from '../tiles/tile'
import { recap, stages } from './stages'

const step = (fields: Partial<HintStep>): HintStep => ({
  key: 'add',
  sentence: '',
  tiles: '',
  moved: '',
  taken: '',
  source: null,
  target: '',
  ...fields,
})
const text = (table: string[][]) => table.map((meld) => meld.join(' ')).join(' | ')

describe('a hint step by step', () => {
  it('lays and adds', () => {
    const shown = stages(parseTable('k4 k5 k6'), [
      step({ source: 'k4 k5 k6', target: 'k4 k5 k6 k7', tiles: 'k7' }),
      step({ target: 'r8 b8 y8', tiles: 'r8 b8 y8' }),
    ])
    expect(shown.map(text)).toEqual(['k4 k5 k6 k7', 'k4 k5 k6 k7 | r8 b8 y8'])
  })

  it('shows taken tiles lying loose until they are used', () => {
    const shown = stages(parseTable('b8 b9 b10'), [
      step({ source: 'b8 b9 b10', target: 'b9 b10 b11', tiles: 'b11', taken: 'b8' }),
      step({ target: 'b8 k8 y8', tiles: 'k8 y8', moved: 'b8' }),
    ])
    expect(shown.map(text)).toEqual(['b9 b10 b11 | b8', 'b9 b10 b11 | b8 k8 y8'])
  })
})

describe('a play step by step', () => {
  const between = (before: string, after: string) =>
    recap(parseTable(before), parseTable(after)).map(text)

  it('adds to a meld in one step, and leaves the others alone', () => {
    expect(between('k1 k2 k3 | r8 b8 y8', 'r8 b8 y8 k8 | k1 k2 k3')).toEqual([
      'k1 k2 k3 | r8 b8 y8 k8',
    ])
  })

  it('shows what is taken apart before it is put together', () => {
    expect(between('b8 b9 b10 b11', 'b9 b10 b11 | b8 k8 y8')).toEqual([
      'b9 b10 b11 | b8',
      'b9 b10 b11 | b8 k8 y8',
    ])
  })

  it('ends with the table that was left', () => {
    const after = 'b3 b4 b5 | b5 b6 b7 | r1 r2 r3 | k3 y3 r3'
    const stages = between('b3 b4 b5 b6 b7 | r1 r2 r3 | k3 y3 r3', after)
    const sorted = (table: string) => table.split(' | ').toSorted()
    expect(sorted(stages.at(-1) ?? '')).toEqual(sorted(after))
  })
})
