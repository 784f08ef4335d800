import { describe, expect, it } from 'vitest'
import { newMeld } from './draft'
import {
  rackIndex,
  rackLine,
  rackPlace,
  rackSize,
  tablePlaces,
  tableSize,
  underPoint,
} from './geometry'
import { neighbour } from './keyboard'
import { layout } from './layout'

const size = tableSize(800, 1)
const melds = [newMeld([1, 2, 3]), newMeld([4, 5, 6, 7]), newMeld([8, 9, 10])]
const { spots } = layout(
  melds.map(({ key, tiles }) => ({ key, length: tiles.length })),
  9,
  new Map(),
)
const places = tablePlaces(size, melds, spots)
const centreOf = (id: number) => {
  const place = places.find((one) => one.id === id) ?? { x: 0, y: 0 }
  return { x: place.x + size.tile / 2, y: place.y + size.tile / 2 }
}

describe('what lies under a point', () => {
  it('is the tile drawn there', () => {
    for (const { id, key, index } of places) {
      expect(underPoint(size, melds, spots, centreOf(id))).toMatchObject({
        type: 'tile',
        key,
        index,
      })
    }
  })

  it('is the end of a meld just beside it', () => {
    const point = centreOf(3)
    const beside = { ...point, x: point.x + size.tile * 0.7 }
    expect(underPoint(size, melds, spots, beside)).toMatchObject({ type: 'end', index: 3 })
  })

  it('is free felt elsewhere', () => {
    expect(underPoint(size, melds, spots, { x: 700, y: 500 }).type).toBe('felt')
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
