import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newMeld } from './draft'
import {
  ground,
  meldOrigin,
  RATIO,
  rackIndex,
  rackLine,
  rackPlace,
  rackSize,
  tablePlaces,
  tableSize,
  topOf,
} from './geometry'
import { neighbour } from './keyboard'
import { layout } from './layout'
import { capture } from './magnet'

const size = tableSize(800, 1)
const melds = [newMeld([1, 2, 3]), newMeld([4, 5, 6, 7]), newMeld([8, 9, 10])]
const { spots } = layout(
  melds.map(({ key, tiles }) => ({ key, length: tiles.length })),
  9,
  new Map(),
)
const felt = ground(size, 3, new Set([1]))
const places = tablePlaces(felt, melds, spots)

describe('a strip that is let go', () => {
  const [a = 0, b = 0, c = 0] = melds.map(({ key }) => key)
  const spots = new Map([
    [a, { row: 0, col: 1 }],
    [b, { row: 1, col: 9 }],
    [c, { row: 2, col: 1 }],
  ])
  const placeOf = (id: number) =>
    tablePlaces(felt, melds, spots).find((one) => one.id === id) ?? { x: 0, y: 0 }
  const drop = (x: number, y: number, count = 1) => capture(felt, melds, spots, { x, y, count })
  const around = [-0.9, -0.5, 0, 0.5, 0.9].flatMap((dx) =>
    [-0.6, 0, 0.4].filter((dy) => Math.hypot(dx, dy) < 1).map((dy) => [dx, dy] as const),
  )

  it.each(around)('joins the end it is %f tiles beside and %f tiles below', (dx, dy) => {
    const last = placeOf(3)
    const x = last.x + size.tile * (1 + dx)
    const at = drop(x, last.y + dy * size.tile * RATIO)
    expect(at).toMatchObject({ key: melds[0]?.key })
    if (dx >= 0 && dx < 0.3) expect(at).toMatchObject({ to: 'gap', index: 3 })
  })

  it('takes the nearest place along a meld', () => {
    const first = placeOf(4)
    const beside = (tiles: number, count = 1) => drop(first.x + tiles * size.tile, first.y, count)
    expect(beside(-1)).toMatchObject({ to: 'gap', index: 0 })
    expect(beside(0.5)).toMatchObject({ to: 'gap', index: 1 })
    expect(beside(1.1)).toMatchObject({ to: 'tile', index: 1 })
    expect(beside(1.1, 2)).toMatchObject({ to: 'gap', index: 2 })
    expect(beside(4.4)).toMatchObject({ to: 'gap', index: 4 })
  })

  it('joins the meld it belongs to before a nearer one', () => {
    const beside = new Map(spots).set(b, { row: 0, col: 4.7 })
    const last = placeOf(3)
    const at = { x: last.x + 1.6 * size.tile, y: last.y, count: 1 }
    expect(capture(felt, melds, beside, at)).toMatchObject({ key: b })
    expect(capture(felt, melds, beside, at, ({ key }) => key === a)).toMatchObject({ key: a })
  })

  it('lies where it is when nothing is near', () => {
    const spot = { row: 4, col: 5 }
    const { x, y } = meldOrigin(felt, spot)
    expect(drop(x + 2, y + 10)).toEqual({ to: 'felt', spot })
  })

  it('never pushes a meld aside', () => {
    for (let x = 0; x < 760; x += 13) {
      for (let y = 0; y < 500; y += 11) {
        for (const count of [1, 3]) {
          const at = drop(x, y, count)
          if (at.to !== 'felt') continue
          const wishes = new Map([...spots, [-1, at.spot]])
          const all = [...melds, { key: -1, tiles: Array(count).fill(0) }]
          const lying = all.map(({ key, tiles }) => ({ key, length: tiles.length }))
          expect(layout(lying, size.columns, wishes).spots).toEqual(wishes)
        }
      }
    }
  })
})

describe('rows', () => {
  it('lie close together, except where something is said', () => {
    const [first = 0, second = 0, third = 0, free = 0] = felt.tops
    expect(second - first).toBe(size.rowHeight)
    expect(third - second).toBe(size.rowHeight + size.note)
    expect(free - third).toBe(size.rowHeight)
    expect(topOf(felt, 5)).toBe(free + 2 * size.rowHeight)
  })
})

describe('the rack', () => {
  it.each([
    [14, 358],
    [22, 358],
    [30, 358],
    [14, 330],
    [14, 1000],
    [40, 800],
  ])('shows %i tiles on %i pixels without going over the edge', (count, width) => {
    const rack = rackSize(count, width, 56)
    for (let index = 0; index < count; index++) {
      expect(rackPlace(rack, index).x + rack.tile).toBeLessThanOrEqual(width)
    }
    expect(rack.tile).toBeGreaterThanOrEqual(32)
  })

  it('finds the place between two tiles', () => {
    const rack = rackSize(14, 400, 50)
    const third = rackPlace(rack, 2)
    expect(rackIndex(rack, 14, { x: third.x + 2, y: 10 })).toBe(2)
    expect(rackIndex(rack, 14, { x: third.x + rack.tile, y: 10 })).toBe(3)
    expect(rackIndex(rack, 14, { x: 2, y: rackPlace(rack, rack.perRow).y + 5 })).toBe(rack.perRow)
  })
})

describe('walking with the arrow keys', () => {
  it('goes along a row and on to the next', () => {
    expect(neighbour(places, 1, 'ArrowRight')).toBe(2)
    expect(neighbour(places, 3, 'ArrowRight')).toBe(4)
    expect(neighbour(places, 7, 'ArrowRight')).toBe(8)
    expect(neighbour(places, 1, 'ArrowLeft')).toBeUndefined()
  })

  it('goes up and down to the nearest tile', () => {
    expect(neighbour(places, 2, 'ArrowDown')).toBe(9)
    expect(neighbour(places, 9, 'ArrowUp')).toBe(2)
    expect(neighbour(places, 1, 'End')).toBe(10)
  })
})

describe('the rack of a phone held sideways', () => {
  it.each([
    [355, 170],
    [276, 150],
  ])('keeps within %i by %i pixels, however many tiles there are', (width, tallest) => {
    for (let count = 14; count <= 45; count += 1) {
      const rack = rackSize(count, width, 60, tallest)
      expect(rack.rows * rack.perRow).toBeGreaterThanOrEqual(count)
      expect(rack.rows * rackLine(rack)).toBeLessThanOrEqual(tallest)
      expect(rack.perRow * (rack.tile + rack.gap) - rack.gap).toBeLessThanOrEqual(width)
      expect(rack.tile).toBeGreaterThanOrEqual(count <= 20 ? 28 : 16)
    }
  })
})

describe('the size of the tiles on the felt', () => {
  it('has the ratio that the styles have', () => {
    const styles = readFileSync(new URL('../app/look.css', import.meta.url), 'utf8')
    expect(styles).toContain(`--tile-ratio: ${RATIO};`)
  })

  const widths = [340, 390, 480, 800, 1400]

  it.each(widths)('keeps six in a row inside a felt of %i pixels, at every zoom', (width) => {
    for (let zoom = 0.6; zoom <= 2; zoom += 0.05) {
      const { tile, columns, padX } = tableSize(width, zoom)
      expect(tile).toBeGreaterThanOrEqual(24)
      expect(padX + columns * tile).toBeLessThanOrEqual(width)
    }
  })

  it.each(widths)('is at least 32 pixels on a felt of %i unless made smaller', (width) => {
    expect(tableSize(width, 1).tile).toBeGreaterThanOrEqual(32)
  })
})
