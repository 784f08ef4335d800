import { describe, expect, it } from 'vitest'
import type { HintStep } from '../protocol.gen'
import { parseTable } from '../tiles/tile'
import { stages } from './stages'

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
