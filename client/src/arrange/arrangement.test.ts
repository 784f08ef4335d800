import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parseMeld, parseTable } from '../tiles/tile'
import type { Arrangement, Told } from './arrangement.svelte'

// What the settings ask of a browser.
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('document', { getElementById: () => null })

let begin: () => Arrangement
beforeAll(async () => {
  const { settings } = await import('../app/settings.svelte')
  const module = await import('./arrangement.svelte')
  settings.sort = 'own'
  begin = () => new module.Arrangement()
})

const told = (table: string, rack: string): Told => ({
  melds: parseTable(table).map((tiles) => ({ tiles, reading: null })),
  rack: parseMeld(rack),
})

describe('what others do', () => {
  it('leaves my rack alone, though they lay a kind that I hold', () => {
    const work = begin()
    work.sync(told('r4 r5 r6', 'k1 r7 b2'))
    const rack = [...work.rack]
    const { arrived, drawn } = work.sync(told('r4 r5 r6 r7', 'k1 r7 b2'))
    expect(work.rack).toEqual(rack)
    expect(work.kindsOf(arrived)).toEqual(['r7'])
    expect(drawn).toEqual([])
    expect(rack.some((id) => work.fresh.has(id))).toBe(false)
  })

  it('leaves it alone while they try, take back and lay', () => {
    const work = begin()
    work.sync(told('', 'r7 k1 b7 r7'))
    const rack = [...work.rack]
    for (const table of ['r7 b7', '', 'r7 b7 y7']) work.sync(told(table, 'k1 r7 r7 b7'))
    expect(work.rack).toEqual(rack)
  })

  it('clears neither my selection nor my undo while they try', () => {
    const work = begin()
    work.sync(told('r4 r5 r6', 'k1 r7 b2'))
    const [k1 = 0, , b2 = 0] = work.rack
    work.drop([b2], { on: 'rack', index: 0 })
    work.toggle(k1)
    work.watch(told('r4 r5 r6 | y9', '').melds)
    expect(work.kindsOf(work.table.flatMap((meld) => meld.tiles))).toEqual(['r4', 'r5', 'r6', 'y9'])
    expect(work.selection).toEqual([k1])
    work.drop([k1], { on: 'rack', index: 3 })
    expect(work.table).toHaveLength(2)
    work.toggle(k1)
    work.sync(told('r4 r5 r6 | y9 y10 y11', 'k1 r7 b2'))
    expect(work.selection).toEqual([k1])
    expect(work.table).toHaveLength(2)
    work.undo()
    work.undo()
    expect(work.kindsOf(work.rack)).toEqual(['k1', 'r7', 'b2'])
    expect(work.table).toHaveLength(2)
  })

  it('gives the same things the same places when a try is taken away', () => {
    const work = begin()
    work.sync(told('r4 r5 r6', 'k1'))
    const before = work.table
    work.watch(told('r4 r5 | r6 b6', '').melds)
    work.watch(null)
    expect(work.table).toEqual(before)
  })
})

describe('what I do', () => {
  it('takes the very tiles that I laid', () => {
    const work = begin()
    work.sync(told('r4 r5 r6', 'r7 k1 r7'))
    work.active = true
    const [first = 0, , last = 0] = work.rack
    work.drop([last], { on: 'meld', key: work.draft.melds[0]?.key ?? 0 })
    expect(work.laid).toEqual([last])
    const { arrived } = work.sync(told('r4 r5 r6 r7', 'k1 r7'))
    expect(arrived).toEqual([])
    expect(work.rack).toContain(first)
    expect(work.rack).not.toContain(last)
    expect(work.draft.melds[0]?.tiles).toContain(last)
  })

  it('gives me back what was on the table when my time ran out, and the penalty comes last', () => {
    const work = begin()
    work.sync(told('r7 b7 k7', 'k1 r7 b2'))
    work.active = true
    const [k1 = 0, r7 = 0, b2 = 0] = work.rack
    const lying = work.draft.melds[0]?.tiles
    work.drop([r7], { on: 'felt' })
    work.sync(told('r7 b7 k7', 'k1 r7 b2 r7'))
    expect(work.draft.melds.map((meld) => meld.tiles)).toEqual([lying])
    expect(work.rack.slice(0, 3).toSorted()).toEqual([k1, r7, b2].toSorted())
    expect(work.rack).toHaveLength(4)
  })
})
