/**
 * A draft is how a player has arranged things so far: the order of the rack and the melds on the
 * table, as lists of tile ids. Every function here returns a new draft (or the same one if nothing
 * changes), so undo is keeping the old ones. There are no rules here, except that a tile which lay
 * on the table when the turn began cannot be picked up to the rack.
 */
export type TileId = number
export type Reading = 'run' | 'group'

export interface DraftMeld {
  readonly key: number
  readonly tiles: readonly TileId[]
  readonly reading: Reading | null
}

export interface Draft {
  readonly rack: readonly TileId[]
  readonly melds: readonly DraftMeld[]
}

export type Place =
  | { readonly to: 'meld'; readonly key: number; readonly index: number }
  | { readonly to: 'new' }
  | { readonly to: 'rack'; readonly index: number }

export const EMPTY: Draft = { rack: [], melds: [] }

let lastKey = 0

/** A key no meld of this page has had before; a kept draft brings its own. */
export function freshKey(): number {
  lastKey += 1
  return lastKey
}

/** Never hand out a key that a kept draft already uses. */
export function reserveKeys(draft: Draft): void {
  for (const meld of draft.melds) lastKey = Math.max(lastKey, meld.key)
}

export function newMeld(tiles: readonly TileId[], reading: Reading | null = null): DraftMeld {
  return { key: freshKey(), tiles, reading }
}

export function meldOf(draft: Draft, id: TileId): DraftMeld | undefined {
  return draft.melds.find((meld) => meld.tiles.includes(id))
}

function without(tiles: readonly TileId[], gone: ReadonlySet<TileId>): readonly TileId[] {
  return tiles.some((id) => gone.has(id)) ? tiles.filter((id) => !gone.has(id)) : tiles
}

/** Where an index lands once the moving tiles before it are gone. */
function shifted(tiles: readonly TileId[], index: number, moving: ReadonlySet<TileId>): number {
  return index - tiles.slice(0, index).filter((id) => moving.has(id)).length
}

function inserted(
  tiles: readonly TileId[],
  index: number,
  ids: readonly TileId[],
  moving: ReadonlySet<TileId>,
): readonly TileId[] {
  const rest = without(tiles, moving)
  const at = Math.max(0, Math.min(rest.length, shifted(tiles, index, moving)))
  return [...rest.slice(0, at), ...ids, ...rest.slice(at)]
}

function changed(meld: DraftMeld, tiles: readonly TileId[]): DraftMeld {
  return tiles === meld.tiles ? meld : { ...meld, tiles, reading: null }
}

/** Move tiles, in the order given, to a place. `mine` are those that may go back to the rack. */
export function place(
  draft: Draft,
  ids: readonly TileId[],
  where: Place,
  mine: ReadonlySet<TileId>,
): Draft {
  const allowed = where.to === 'rack' ? ids.filter((id) => mine.has(id)) : ids
  if (allowed.length === 0) return draft
  const moving = new Set(allowed)
  const rack =
    where.to === 'rack'
      ? inserted(draft.rack, where.index, allowed, moving)
      : without(draft.rack, moving)
  const melds = draft.melds.map((meld) =>
    where.to === 'meld' && meld.key === where.key
      ? changed(meld, inserted(meld.tiles, where.index, allowed, moving))
      : changed(meld, without(meld.tiles, moving)),
  )
  if (where.to === 'new') melds.push(newMeld(allowed))
  const next = { rack, melds: melds.filter((meld) => meld.tiles.length > 0) }
  return same(draft, next) ? draft : next
}

/** Divide a meld so that the tile at `at` begins a meld of its own. */
export function split(draft: Draft, key: number, at: number): Draft {
  const index = draft.melds.findIndex((meld) => meld.key === key)
  const meld = draft.melds[index]
  if (!meld || at <= 0 || at >= meld.tiles.length) return draft
  const left = changed(meld, meld.tiles.slice(0, at))
  const right = newMeld(meld.tiles.slice(at))
  return { ...draft, melds: draft.melds.toSpliced(index, 1, left, right) }
}

/** Say how a meld is meant when its tiles can be read both ways. */
export function declare(draft: Draft, key: number, reading: Reading): Draft {
  return {
    ...draft,
    melds: draft.melds.map((meld) => (meld.key === key ? { ...meld, reading } : meld)),
  }
}

export function same(a: Draft, b: Draft): boolean {
  return equal(a.rack, b.rack) && sameTable(a, b)
}

export function sameTable(a: Draft, b: Draft): boolean {
  return (
    a.melds.length === b.melds.length &&
    a.melds.every((meld, i) => {
      const other = b.melds[i]
      return (
        other !== undefined &&
        meld.key === other.key &&
        meld.reading === other.reading &&
        equal(meld.tiles, other.tiles)
      )
    })
  )
}

function equal(a: readonly TileId[], b: readonly TileId[]): boolean {
  return a === b || (a.length === b.length && a.every((id, i) => id === b[i]))
}
