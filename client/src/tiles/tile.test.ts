import { describe, expect, it } from 'vitest'
import { face, parseMeld, parseTable } from './tile'

describe('a tile', () => {
  it('shows a colour and a number', () => {
    expect(face('k13')).toEqual({ type: 'number', colour: 'k', number: 13 })
    expect(face('o1')).toEqual({ type: 'number', colour: 'o', number: 1 })
  })

  it('may be one of the jokers', () => {
    expect(face('*')).toEqual({ type: 'joker', joker: 'plain', colour: null })
    expect(face('*r')).toEqual({ type: 'joker', joker: 'plain', colour: 'r' })
    expect(face('*2')).toMatchObject({ joker: 'double' })
    expect(face('*c')).toMatchObject({ joker: 'colour' })
    expect(face('*m')).toMatchObject({ joker: 'mirror' })
  })

  it.each(['', 'x4', 'k0', 'k14', '**', '7'])('is refused when the text is "%s"', (text) => {
    expect(() => face(text)).toThrow('not a tile')
  })

  it('is found in a meld and on a table', () => {
    expect(parseMeld(' b4 b5 *  =run')).toEqual(['b4', 'b5', '*'])
    expect(parseTable('k4 k5 k6 | r8 b8 o8')).toEqual([
      ['k4', 'k5', 'k6'],
      ['r8', 'b8', 'o8'],
    ])
    expect(parseTable('')).toEqual([])
  })
})
