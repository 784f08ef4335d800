/**
 * Where melds lie on the felt. A meld keeps its row and its place in it as long as it fits, neighbours
 * make room, and what no longer fits goes to the first free spot. Empty rows stay until the table is
 * tidied. Lengths are in tile widths, so the same arrangement serves every zoom.
 */
export interface Sized {
  readonly key: number
  readonly length: number
}

export interface Spot {
  readonly row: number
  readonly col: number
}

export const GAP = 0.625

interface Item {
  readonly key: number
  readonly width: number
  col: number
}

/** The distance from tile to tile in a meld: less than a tile where a long one must be squeezed. */
export function step(length: number, columns: number): number {
  return length <= columns || length < 2 ? 1 : Math.max(0.3, (columns - 1) / (length - 1))
}

export function width(length: number, columns: number): number {
  return 1 + (length - 1) * step(length, columns)
}

/** Push the items of a row apart, then back inside; those that do not fit leave the row. */
function settle(items: Item[], columns: number): { kept: Item[]; evicted: Item[] } {
  const kept = items.toSorted((a, b) => a.col - b.col)
  const evicted: Item[] = []
  const needed = () => kept.reduce((sum, item) => sum + item.width + GAP, -GAP)
  while (kept.length > 1 && needed() > columns + 1e-9) evicted.unshift(kept.pop() as Item)
  let x = 0
  for (const item of kept) {
    item.col = Math.max(item.col, x)
    x = item.col + item.width + GAP
  }
  let limit = columns
  for (const item of kept.toReversed()) {
    item.col = Math.max(0, Math.min(item.col, limit - item.width))
    limit = item.col - GAP
  }
  return { kept, evicted }
}

function findGap(row: readonly Item[], needed: number, columns: number): number | null {
  let x = 0
  for (const item of row) {
    if (item.col - GAP - x >= needed) return x
    x = item.col + item.width + GAP
  }
  return columns - x >= needed ? x : null
}

function insert(rows: Item[][], item: Item, columns: number): void {
  for (const row of rows) {
    const col = findGap(row, item.width, columns)
    if (col === null) continue
    item.col = col
    row.push(item)
    row.sort((a, b) => a.col - b.col)
    return
  }
  item.col = 0
  rows.push([item])
}

/** Lay out the melds; `wishes` says where each lay before or was dropped. */
export function layout(
  melds: readonly Sized[],
  columns: number,
  wishes: ReadonlyMap<number, Spot>,
): { spots: Map<number, Spot>; rows: number } {
  const byRow = new Map<number, Item[]>()
  const homeless: Item[] = []
  for (const { key, length } of melds) {
    const wish = wishes.get(key)
    const item = { key, width: width(length, columns), col: wish?.col ?? 0 }
    if (!wish) {
      homeless.push(item)
      continue
    }
    const row = byRow.get(wish.row)
    if (row) row.push(item)
    else byRow.set(wish.row, [item])
  }
  const rows: Item[][] = []
  const last = Math.max(-1, ...byRow.keys())
  for (let number = 0; number <= last; number += 1) {
    const { kept, evicted } = settle(byRow.get(number) ?? [], columns)
    rows.push(kept)
    homeless.push(...evicted)
  }
  for (const item of homeless) insert(rows, item, columns)
  const spots = new Map<number, Spot>()
  rows.forEach((row, number) => {
    for (const { key, col } of row) spots.set(key, { row: number, col })
  })
  return { spots, rows: rows.length }
}

/** Close empty rows, and move melds from below row `last` into gaps above it; the others stay. */
export function tidied(
  melds: readonly Sized[],
  columns: number,
  spots: ReadonlyMap<number, Spot>,
  last: number,
): Map<number, Spot> {
  const lying = melds.flatMap(({ key, length }) => {
    const spot = spots.get(key)
    return spot ? [{ key, length, spot }] : []
  })
  const used = [...new Set(lying.map(({ spot }) => spot.row))].toSorted((a, b) => a - b)
  const rows: Item[][] = used.map(() => [])
  const wishes = new Map<number, Spot>()
  for (const { key, length, spot } of lying.toSorted((a, b) => a.spot.row - b.spot.row)) {
    const item = { key, width: width(length, columns), col: spot.col }
    const row = used.indexOf(spot.row)
    const free = spot.row > last ? rows.slice(0, row) : []
    const above = free.findIndex((items) => findGap(items, item.width, columns) !== null)
    if (above >= 0) item.col = findGap(free[above] ?? [], item.width, columns) ?? 0
    const chosen = above >= 0 ? above : row
    rows[chosen]?.push(item)
    rows[chosen]?.sort((a, b) => a.col - b.col)
    wishes.set(key, { row: chosen, col: item.col })
  }
  return layout(melds, columns, wishes).spots
}
