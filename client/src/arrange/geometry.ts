/** Pixels: how large tiles are, where each lies, and what lies under a point. */
import type { DraftMeld, TileId } from './draft'
import { GAP, type Spot, step } from './layout'

export const RATIO = 1.36

/** So many tiles should lie on the felt before it has to scroll. */
const CROWDED = 80

export interface TableSize {
  readonly tile: number
  readonly columns: number
  /** From one row to the next, and how much more where something is said below the row. */
  readonly rowHeight: number
  readonly note: number
  readonly padX: number
  readonly padY: number
}

/** As large as a crowded table allows on a screen of this size; about half of its height is felt. */
function usualTile(width: number, screen: number): number {
  const area = (width * screen * 0.5) / CROWDED
  const tile = Math.sqrt(area / 2.1)
  return Math.min(60, Math.max(36, Math.round(tile / 2) * 2))
}

/** The smallest zoom that people choose by hand; only the view of the whole table goes below. */
export const LEAST_ZOOM = 0.6

/** Tile size for a felt of this width: a finger can meet it, and six in a row have room. */
export function tableSize(
  width: number,
  zoom: number,
  { screen = 900, text = 16 } = {},
): TableSize {
  const base = usualTile(width, screen)
  const most = Math.max(32, Math.floor(width / (6 + GAP * 1.4)))
  const least = zoom < LEAST_ZOOM ? 14 : 24
  const tile = Math.min(most, Math.max(least, Math.round(base * zoom)))
  const padX = Math.round(tile * GAP)
  const columns = Math.max(6, Math.floor(((width - padX * 1.4) / tile) * 8) / 8)
  const rowHeight = Math.round(tile * RATIO + Math.max(5, tile * 0.22))
  return { tile, columns, rowHeight, note: Math.round(text * 1.1), padX, padY: 12 }
}

/** The felt as it is divided: the sizes, and where each row begins, the free one at the end included. */
export interface Ground {
  readonly size: TableSize
  readonly tops: readonly number[]
}

/** Rows lie close together, except below a row of which something is said. */
export function ground(size: TableSize, rows: number, noted: ReadonlySet<number>): Ground {
  const tops = [size.padY]
  for (let row = 0; row < rows; row += 1) {
    const top = tops[row] ?? 0
    tops.push(top + size.rowHeight + (noted.has(row) ? size.note : 0))
  }
  return { size, tops }
}

export function topOf({ size, tops }: Ground, row: number): number {
  const last = tops.length - 1
  return tops[row] ?? (tops[last] ?? size.padY) + (row - last) * size.rowHeight
}

/** The row that begins nearest to a height. */
function rowAt(ground: Ground, y: number): number {
  let row = 0
  while (topOf(ground, row + 1) - y < y - topOf(ground, row)) row += 1
  return row
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

export function meldOrigin(ground: Ground, { row, col }: Spot): Point {
  const { padX, tile } = ground.size
  return { x: Math.round(padX + col * tile), y: topOf(ground, row) }
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
  ground: Ground,
  melds: readonly DraftMeld[],
  spots: ReadonlyMap<number, Spot>,
): TablePlace[] {
  const places = melds.flatMap((meld) => {
    const spot = spots.get(meld.key)
    if (!spot) return []
    const { x, y } = meldOrigin(ground, spot)
    const apart = meldStep(ground.size, meld.tiles.length)
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

/** The free spot for something whose upper left corner is here: the nearest row, this very column. */
export function spotAt(ground: Ground, { x, y }: Point, count: number): Spot {
  const { size } = ground
  const col = Math.round(((x - size.padX) / size.tile) * 4) / 4
  return { row: rowAt(ground, y), col: Math.max(0, Math.min(size.columns - count, col)) }
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
