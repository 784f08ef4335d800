import { describe, expect, it } from 'vitest'
import { type Kind, parseMeld, parseTable } from '../tiles/tile'
import { type Draft, type DraftMeld, newMeld, type TileId } from './draft'
import { freshId, identify, identifyRack } from './identify'
import { akin, type Drop, drop, inOrder } from './join'
import { layout, step, tidied } from './layout'
import { sorted } from './sort'

interface Scene {
  kinds: Map<TileId, Kind>
  draft: Draft
  mine: Set<TileId>
}

function scene(table: string, rack: string): Scene {
  const kinds = new Map<TileId, Kind>()
  const add = (kind: Kind) => {
    const id = freshId()
    kinds.set(id, kind)
    return id
  }
  const melds = parseTable(table).map((meld) => newMeld(meld.map(add)))
  const hand = parseMeld(rack).map(add)
  return { kinds, draft: { melds, rack: hand }, mine: new Set(hand) }
}

const text = ({ kinds }: Scene, draft: Draft) =>
  draft.melds.map((meld) => meld.tiles.map((id) => kinds.get(id)).join(' ')).join(' | ')

function dropped(table: string, rack: string, where: (melds: readonly DraftMeld[]) => Drop) {
  const it = scene(table, rack)
  const after = drop(it.draft, it.kinds, it.draft.rack, where(it.draft.melds), it.mine)
  return text(it, after)
}

const first = (melds: readonly DraftMeld[]) => melds[0]?.key ?? -1

describe('dropping on a meld', () => {
  const onMeld = (melds: readonly DraftMeld[]): Drop => ({ on: 'meld', key: first(melds) })

  it('slides a tile to its number in a run', () => {
    expect(dropped('r5 r6 r7', 'r4', onMeld)).toBe('r4 r5 r6 r7')
    expect(dropped('r5 r6 r7', 'r8', onMeld)).toBe('r5 r6 r7 r8')
  })

  it('accepts run tiles in any order', () => {
    expect(dropped('r5 r6 r7', 'r9 r4 r8', onMeld)).toBe('r4 r5 r6 r7 r8 r9')
  })

  it('adds to a group at the end', () => {
    expect(dropped('r8 b8 k8', 'y8', onMeld)).toBe('r8 b8 k8 y8')
  })

  it('makes two melds where a run already has the tile', () => {
    expect(dropped('r3 r4 r5 r6 r7', 'r5', onMeld)).toBe('r3 r4 r5 | r5 r6 r7')
  })

  it('fills holes with jokers, in whatever order they came', () => {
    expect(dropped('* r7', 'r5', onMeld)).toBe('r5 * r7')
    expect(dropped('* r6 r7', 'r4', onMeld)).toBe('r4 * r6 r7')
    expect(dropped('r9 * * r5', 'r7', onMeld)).toBe('r5 * r7 * r9')
    expect(dropped('* r6 r7', 'r8', onMeld)).toBe('* r6 r7 r8')
  })

  it('leaves special jokers and mixed colours as they lie', () => {
    expect(dropped('*m r7', 'r5', onMeld)).toBe('*m r7 r5')
    expect(dropped('r7 b5', 'r5', onMeld)).toBe('r7 b5 r5')
  })

  it('makes two melds wherever in a run the same tile is let go', () => {
    for (let index = 0; index <= 5; index += 1) {
      const gap = (melds: readonly DraftMeld[]): Drop => ({ on: 'meld', key: first(melds), index })
      expect(dropped('r3 r4 r5 r6 r7', 'r5', gap)).toBe('r3 r4 r5 | r5 r6 r7')
    }
  })
})

describe('what a tile could belong to', () => {
  it.each([
    ['r5 r6 r7 r8', true],
    ['r5 r6 r7 r9', true],
    ['r5 r6 r7 r11', false],
    ['r3 r4 r5 r6 r7 r5', true],
    ['r8 b8 k8', true],
    ['r8 b8 r8', false],
    ['b1 b2 b3 r8', false],
    ['r5 * r7 r6', true],
    ['*2 b4 *', true],
    ['* *', true],
  ])('%s: %s', (meld, could) => {
    const { kinds, draft } = scene(meld, '')
    expect(akin(kinds, draft.melds[0]?.tiles ?? [])).toBe(could)
  })
})

describe('dropping elsewhere', () => {
  it('puts the tile exactly between two tiles', () => {
    const gap = (melds: readonly DraftMeld[]): Drop => ({ on: 'meld', key: first(melds), index: 1 })
    expect(dropped('r8 b8 k8', 'y8', gap)).toBe('r8 y8 b8 k8')
  })

  it('lets a tile take the place of a joker', () => {
    const joker = (melds: readonly DraftMeld[]): Drop => ({
      on: 'joker',
      key: first(melds),
      index: 1,
    })
    expect(dropped('r5 * r7', 'r6', joker)).toBe('r5 r6 r7 | *')
  })

  it('starts a meld on the felt, rising if it is of one colour', () => {
    expect(dropped('', 'r7 r5 r6', () => ({ on: 'felt' }))).toBe('r5 r6 r7')
    expect(dropped('', 'r7 b7 k7', () => ({ on: 'felt' }))).toBe('r7 b7 k7')
    expect(dropped('', 'r7 * r9', () => ({ on: 'felt' }))).toBe('r7 * r9')
    expect(dropped('', '* r7 r5', () => ({ on: 'felt' }))).toBe('r5 * r7')
  })

  it('keeps jokers that are not needed inside on their side', () => {
    const it = scene('', 'r9 r8 *')
    const order = inOrder(it.kinds, it.draft.rack).map((id) => it.kinds.get(id))
    expect(order).toEqual(['r8', 'r9', '*'])
  })
})

describe('sorting the rack', () => {
  it('puts runs or groups side by side, jokers last', () => {
    const it = scene('', 'r7 * k3 b7 r3')
    const show = (by: 'runs' | 'groups') =>
      sorted(it.draft.rack, it.kinds, by).map((id) => it.kinds.get(id))
    expect(show('runs')).toEqual(['k3', 'r3', 'r7', 'b7', '*'])
    expect(show('groups')).toEqual(['k3', 'r3', 'r7', 'b7', '*'])
  })

  it('differs where it should', () => {
    const it = scene('', 'r7 k8 r6 k7')
    const show = (by: 'runs' | 'groups') =>
      sorted(it.draft.rack, it.kinds, by)
        .map((id) => it.kinds.get(id))
        .join(' ')
    expect(show('runs')).toBe('k7 k8 r6 r7')
    expect(show('groups')).toBe('r6 k7 r7 k8')
  })
})

describe('identifying what the server says', () => {
  const next = (table: string) =>
    parseTable(table).map((tiles) => ({ tiles, reading: null }) as const)

  it('keeps tiles that did not move, and tells which arrived', () => {
    const it = scene('k4 k5 k6 | r8 b8 o8', '')
    const { melds, arrived } = identify(
      it.kinds,
      it.draft.melds,
      next('k4 k5 k6 k7 | r8 b8 o8'),
      [],
    )
    expect(melds[1]).toEqual(it.draft.melds[1])
    expect(melds[0]?.key).toBe(first(it.draft.melds))
    expect(melds[0]?.tiles.slice(0, 3)).toEqual(it.draft.melds[0]?.tiles)
    expect(arrived.map((id) => it.kinds.get(id))).toEqual(['k7'])
  })

  it('follows tiles through a rearrangement', () => {
    const it = scene('b3 b4 b5 b6 | b3 k3 r3', '')
    const ids = it.draft.melds.flatMap((meld) => meld.tiles)
    const { melds, arrived } = identify(
      it.kinds,
      it.draft.melds,
      next('b4 b5 b6 | b3 k3 r3 | b3 y3 k3'),
      [],
    )
    expect(melds.flatMap((meld) => meld.tiles).filter((id) => ids.includes(id))).toHaveLength(7)
    expect(arrived.map((id) => it.kinds.get(id))).toEqual(['y3', 'k3'])
    expect(melds[1]?.key).toBe(it.draft.melds[1]?.key)
  })

  it('recognises my own tiles when they come to the table', () => {
    const it = scene('', 'r7 b7 k7')
    const { arrived, melds } = identify(it.kinds, [], next('r7 b7 k7'), it.draft.rack)
    expect(arrived).toEqual([])
    expect(melds[0]?.tiles).toEqual(it.draft.rack)
  })

  it('keeps my order of the rack and puts a drawn tile last', () => {
    const it = scene('', 'r7 b7 k1')
    const { rack, arrived } = identifyRack(it.kinds, it.draft.rack, ['k1', 'k1', 'r7'])
    expect(rack.map((id) => it.kinds.get(id))).toEqual(['r7', 'k1', 'k1'])
    expect(arrived).toHaveLength(1)
    expect(rack[2]).toBe(arrived[0])
  })
})

describe('laying out melds', () => {
  const sizes = (...lengths: number[]) => lengths.map((length, i) => ({ key: i + 1, length }))

  it('fills a row, then the next', () => {
    const { spots, rows } = layout(sizes(3, 3, 4), 8, new Map())
    expect(rows).toBe(2)
    expect(spots.get(2)).toEqual({ row: 0, col: 3.625 })
    expect(spots.get(3)).toEqual({ row: 1, col: 0 })
  })

  it('leaves melds where they lie when another goes', () => {
    const before = layout(sizes(3, 3, 4), 12, new Map())
    const after = layout(sizes(3, 3, 4).slice(1), 12, before.spots)
    expect(after.spots.get(2)).toEqual(before.spots.get(2))
    expect(after.spots.get(3)).toEqual(before.spots.get(3))
  })

  it('makes room for a meld that grows', () => {
    const before = layout(sizes(3, 3), 12, new Map())
    const { spots } = layout(sizes(5, 3), 12, before.spots)
    expect(spots.get(1)).toEqual({ row: 0, col: 0 })
    expect(spots.get(2)).toEqual({ row: 0, col: 5.625 })
  })

  it('sends away what no longer fits, and leaves empty rows until it is tidied', () => {
    const before = layout(sizes(3, 3, 3), 7, new Map())
    expect(before.rows).toBe(2)
    const { spots, rows } = layout(sizes(6, 3, 3), 7, before.spots)
    expect(rows).toBe(2)
    expect(spots.get(1)).toEqual({ row: 0, col: 0 })
    expect(spots.get(2)?.row).toBe(1)
    const third = sizes(3, 3, 3).slice(2)
    const left = layout(third, 7, before.spots).spots
    expect(left.get(3)).toEqual({ row: 1, col: 0 })
    expect(tidied(third, 7, left, 1).get(3)).toEqual({ row: 0, col: 0 })
  })

  it('lets a lone tile lie where it was dropped', () => {
    const wish = new Map([[1, { row: 4, col: 2.125 }]])
    const { spots, rows } = layout(sizes(1), 12, wish)
    expect([spots.get(1), rows]).toEqual([{ row: 4, col: 2.125 }, 5])
  })

  it('tidies by moving only what is out of sight', () => {
    const wishes = new Map([
      [1, { row: 0, col: 0 }],
      [2, { row: 2, col: 0 }],
      [3, { row: 3, col: 4 }],
      [4, { row: 5, col: 3 }],
    ])
    const spots = tidied(sizes(3, 3, 3, 3), 8, wishes, 3)
    expect([1, 2, 3].map((key) => spots.get(key))).toEqual([
      { row: 0, col: 0 },
      { row: 1, col: 0 },
      { row: 2, col: 4 },
    ])
    expect(spots.get(4)).toEqual({ row: 0, col: 3.625 })
  })

  it('squeezes a run that is longer than the table is wide', () => {
    expect(step(13, 10)).toBeCloseTo(0.75)
    expect(step(13, 20)).toBe(1)
  })

  it('never lets melds overlap', () => {
    let spots = new Map<number, { row: number; col: number }>()
    let seed = 3
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % n
    }
    for (let i = 0; i < 200; i++) {
      const melds = Array.from({ length: 3 + random(12) }, (_, n) => ({
        key: n + 1,
        length: 1 + random(7),
      }))
      spots = layout(melds, 9 + random(9), spots).spots
      for (const a of melds) {
        for (const b of melds) {
          if (a.key >= b.key) continue
          const one = spots.get(a.key)
          const two = spots.get(b.key)
          if (!one || !two || one.row !== two.row) continue
          const apart = one.col + a.length <= two.col + 1e-9 || two.col + b.length <= one.col + 1e-9
          expect(apart).toBe(true)
        }
      }
    }
  })
})
