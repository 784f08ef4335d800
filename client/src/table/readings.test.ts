import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Arrangement } from '../arrange/arrangement.svelte'
import type { MeldVerdict } from '../protocol.gen'
import { parseMeld } from '../tiles/tile'
import { Readings } from './readings.svelte'

const judge = vi.hoisted(() => vi.fn())
vi.mock('../net/api', () => ({ judge }))

const RULES = { rulebook: 'jumbo', house: {} }
const run = (faces: string): MeldVerdict => ({
  stands: true,
  kind: 'run',
  value: 0,
  faces: faces.split(' '),
  both: false,
  short: false,
  reason: null,
})

/** A table as far as readings look at it; the key of a meld is its place. */
function table(...rows: string[]): Arrangement {
  const melds = rows.map((row, key) => ({ key, tiles: parseMeld(row), reading: null }))
  return { table: melds, kindsOf: (tiles: string[]) => tiles } as unknown as Arrangement
}

describe('what jokers stand for', () => {
  beforeEach(() => judge.mockReset())

  it('is asked once for each row with a joker, and for no other', async () => {
    judge.mockResolvedValue({ melds: [run('r4 r5 r6')] })
    const readings = new Readings()
    await readings.ask(RULES, table('k1 k2 k3', 'r4 * r6'))
    await readings.ask(RULES, table('r4 * r6', 'k1 k2 k3 k4'))
    expect(judge.mock.calls.map(([asked]) => asked.after)).toEqual([['r4 * r6']])
    expect(readings.of(table('r4 * r6', 'k1 k2 k3 k4')).get(0)?.faces[1]).toBe('r5')
    expect(readings.of(table('k1 k2 k3', 'r4 * r6')).get(1)?.faces[1]).toBe('r5')
  })

  it('is asked again after the server was away', async () => {
    judge.mockRejectedValueOnce(new Error('away'))
    judge.mockResolvedValueOnce({ melds: [run('r4 r5 r6')] })
    const readings = new Readings()
    await readings.ask(RULES, table('r4 * r6'))
    expect(readings.of(table('r4 * r6')).size).toBe(0)
    await readings.ask(RULES, table('r4 * r6'))
    expect(readings.of(table('r4 * r6')).size).toBe(1)
  })

  it('is learnt from a verdict on a draft, if the row stands', () => {
    const readings = new Readings()
    readings.learn(['r4 * r6', 'b1 *'], [run('r4 r5 r6'), { ...run(''), stands: false }])
    expect([...readings.of(table('b1 *', 'r4 * r6')).keys()]).toEqual([1])
    expect(judge).not.toHaveBeenCalled()
  })
})
