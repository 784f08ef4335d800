/** Pixels: how large tiles are, where each lies, and what lies under a point. */
import type { DraftMeld, TileId } from './draft'
import { GAP, type Spot, step } from './layout'

export const RATIO = 1.36

/** So many tiles should lie on the felt before it has to scroll. */
const CROWDED = 80

export interface TableSize {
  readonly tile: number
  readonly columns: number
  readonly rowHeight: number
  readonly padX: number
  readonly padY: number
}

/** As large as a crowded table allows on a screen of this size; about half of its height is felt. */
function usualTile(width: number, screen: number): number {
  const area = (width * screen * 0.52) / CROWDED
  const tile = Math.sqrt(area / 1.84 + 90) - 9.5
  return Math.min(60, Math.max(36, Math.round(tile / 2) * 2))
}

/**
 * Tile size for a felt of this width: a finger can meet it, and six in a row have room. Below each row
 * there is a line of text.
 */
export function tableSize(
  width: number,
  zoom: number,
  { screen = 900, text = 16 } = {},
): TableSize {
  const base = usualTile(width, screen)
  const most = Math.max(32, Math.floor(width / (6 + GAP * 1.4)))
  const tile = Math.min(most, Math.max(24, Math.round(base * zoom)))
  const padX = Math.round(tile * GAP)
  const columns = Math.max(6, Math.floor(((width - padX * 1.4) / tile) * 8) / 8)
  return { tile, columns, rowHeight: Math.round(tile * RATIO + text) + 10, padX, padY: 14 }
}

/** The height of the window and of its text, on which sizes depend. */
export function surroundings(): { screen: number; text: number } {
  const { fontSize } = getComputedStyle(document.documentElement)
  return { screen: innerHeight, text: Number.parseFloat(fontSize) }
}

export interface RackSize {
  readonly tile: number
  readonly perRow: number
  readonly rows: number
  readonly gap: number
}

const RACK_GAP = 4

/** From one row of the rack to the next. */
export function rackLine({ tile, gap }: Pick<RackSize, 'tile' | 'gap'>): number {
  return Math.round(tile * RATIO) + gap + 2
}

/**
 * Two rows if at all possible, so that the rack keeps its height when tiles come and go; where height
 * is scarce (`tallest`), as many rows as make the largest tiles.
 */
export function rackSize(
  count: number,
  width: number,
  largest: number,
  tallest = Number.POSITIVE_INFINITY,
): RackSize {
  const gap = RACK_GAP
  const across = (rows: number) => Math.floor(width / Math.max(Math.ceil(count / rows), 7)) - gap
  const down = (rows: number) => Math.floor((tallest / rows - gap - 3) / RATIO)
  const fits = (rows: number) => Math.min(across(rows), down(rows))
  let rows = 2
  while (rows < 5 && fits(rows) < 32 && fits(rows + 1) > fits(rows)) rows += 1
  const least = Number.isFinite(tallest) ? 16 : 28
  const tile = Math.max(least, Math.min(largest, fits(rows)))
  const room = Math.max(1, Math.floor(width / (tile + gap)))
  const perRow = Math.min(room, Math.max(10, Math.ceil(count / rows)))
  return { tile, perRow: Math.max(perRow, Math.ceil(count / rows)), rows, gap }
}

export interface Point {
  readonly x: number
  readonly y: number
}

export function meldOrigin(size: TableSize, spot: Spot): Point {
  return {
    x: Math.round(size.padX + spot.col * size.tile),
    y: size.padY + spot.row * size.rowHeight,
  }
}

export function meldStep(size: TableSize, length: number): number {
  return step(length, size.columns) * size.tile
}

export interface TablePlace {
  readonly id: TileId
  readonly key: number
  readonly index: number
  readonly x: number
  readonly y: number
}

/** Every tile of the table with its place, ordered by id so that the page moves no elements. */
export function tablePlaces(
  size: TableSize,
  melds: readonly DraftMeld[],
  spots: ReadonlyMap<number, Spot>,
): TablePlace[] {
  const places = melds.flatMap((meld) => {
    const spot = spots.get(meld.key)
    if (!spot) return []
    const { x, y } = meldOrigin(size, spot)
    const apart = meldStep(size, meld.tiles.length)
    return meld.tiles.map((id, index) => ({
      id,
      key: meld.key,
      index,
      x: Math.round(x + index * apart),
      y,
    }))
  })
  return places.sort((a, b) => a.id - b.id)
}

export type Under =
  | { readonly type: 'tile'; readonly key: number; readonly index: number; readonly part: number }
  | { readonly type: 'end'; readonly key: number; readonly index: number }
  | { readonly type: 'felt'; readonly spot: Spot }

/** What lies under a point of the felt. `part` runs from 0 (left edge of a tile) to 1. */
export function underPoint(
  size: TableSize,
  melds: readonly DraftMeld[],
  spots: ReadonlyMap<number, Spot>,
  point: Point,
): Under {
  const row = Math.max(0, Math.floor((point.y - size.padY + 8) / size.rowHeight))
  for (const meld of melds) {
    const spot = spots.get(meld.key)
    if (!spot || spot.row !== row) continue
    const { x } = meldOrigin(size, spot)
    const apart = meldStep(size, meld.tiles.length)
    const reach = size.tile * GAP * 0.5
    const end = x + apart * (meld.tiles.length - 1) + size.tile
    if (point.x < x - reach || point.x > end + reach) continue
    if (point.x < x) return { type: 'end', key: meld.key, index: 0 }
    if (point.x > end) return { type: 'end', key: meld.key, index: meld.tiles.length }
    const index = Math.min(meld.tiles.length - 1, Math.floor((point.x - x) / apart))
    const part = Math.min(1, (point.x - x - index * apart) / apart)
    return { type: 'tile', key: meld.key, index, part }
  }
  const col = Math.max(0, (point.x - size.padX) / size.tile - 0.5)
  return { type: 'felt', spot: { row, col: Math.round(col * 4) / 4 } }
}

export function rackPlace(size: RackSize, index: number): Point {
  return {
    x: (index % size.perRow) * (size.tile + size.gap),
    y: Math.floor(index / size.perRow) * rackLine(size),
  }
}

/** The place in the rack nearest to a point: between which tiles something is dropped. */
export function rackIndex(size: RackSize, count: number, point: Point): number {
  const row = Math.max(0, Math.min(size.rows - 1, Math.floor(point.y / rackLine(size))))
  const col = Math.round(point.x / (size.tile + size.gap))
  return Math.max(0, Math.min(count, row * size.perRow + Math.min(col, size.perRow)))
}
