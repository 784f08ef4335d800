/**
 * Where a dropped tile goes inside a meld, so that nobody has to aim: a tile dropped on a meld of one
 * colour slides to its number, any other goes to the end; two equal tiles side by side make two
 * melds; a tile dropped on a joker takes its place. Whether the result stands is the server's to say.
 */
import { face, type Kind } from '../tiles/tile'
import { type Draft, type DraftMeld, newMeld, place, split, type TileId } from './draft'

export type Drop =
  | { readonly on: 'meld'; readonly key: number }
  | { readonly on: 'gap'; readonly key: number; readonly index: number }
  | { readonly on: 'joker'; readonly key: number; readonly index: number }
  | { readonly on: 'felt' }
  | { readonly on: 'rack'; readonly index: number }

type Kinds = ReadonlyMap<TileId, Kind>

function numbered(kinds: Kinds, id: TileId): { colour: string; number: number } | null {
  const kind = kinds.get(id)
  if (kind === undefined) return null
  const shown = face(kind)
  return shown.type === 'number' ? shown : null
}

/** The colour of a meld whose number tiles share one colour and rise; null for any other. */
function runColour(kinds: Kinds, tiles: readonly TileId[]): string | null {
  let colour: string | null = null
  let last = 0
  for (const id of tiles) {
    const tile = numbered(kinds, id)
    if (!tile) continue
    if ((colour !== null && tile.colour !== colour) || tile.number <= last) return null
    colour = tile.colour
    last = tile.number
  }
  return colour
}

/** The place a tile slides to when it is dropped on a meld as a whole. */
export function joinIndex(kinds: Kinds, meld: readonly TileId[], id: TileId): number {
  const tile = numbered(kinds, id)
  if (!tile || runColour(kinds, meld) !== tile.colour) return meld.length
  const above = meld.findIndex((other) => {
    const next = numbered(kinds, other)
    return next !== null && next.number >= tile.number
  })
  if (above < 0) return meld.length
  const next = numbered(kinds, meld[above] as TileId)
  const allJokers = meld.slice(0, above).every((other) => !numbered(kinds, other))
  return allJokers && next && next.number - above > tile.number ? 0 : above
}

function twins(kinds: Kinds, meld: DraftMeld): number {
  return meld.tiles.findIndex(
    (id, i) =>
      i > 0 &&
      kinds.get(id) === kinds.get(meld.tiles[i - 1] as TileId) &&
      numbered(kinds, id) !== null,
  )
}

function divideTwins(kinds: Kinds, draft: Draft, key: number): Draft {
  const meld = draft.melds.find((one) => one.key === key)
  if (!meld) return draft
  const at = twins(kinds, meld)
  return at > 0 ? split(draft, key, at) : draft
}

function exchange(draft: Draft, id: TileId, key: number, index: number): Draft {
  const meld = draft.melds.find((one) => one.key === key)
  const joker = meld?.tiles[index]
  if (!meld || joker === undefined || joker === id) return draft
  const melds = draft.melds.map((one) => {
    const tiles = one.tiles.filter((other) => other !== id)
    if (one.key !== key) return tiles.length === one.tiles.length ? one : { ...one, tiles }
    return { ...one, tiles: tiles.map((other) => (other === joker ? id : other)), reading: null }
  })
  return {
    rack: draft.rack.filter((other) => other !== id),
    melds: [...melds.filter((one) => one.tiles.length > 0), newMeld([joker])],
  }
}

/** Carry out a drop of tiles where the player let go of them. */
export function drop(
  draft: Draft,
  kinds: Kinds,
  ids: readonly TileId[],
  where: Drop,
  mine: ReadonlySet<TileId>,
): Draft {
  const first = ids[0]
  if (first === undefined) return draft
  switch (where.on) {
    case 'felt':
      return place(draft, inOrder(kinds, ids), { to: 'new' }, mine)
    case 'rack':
      return place(draft, ids, { to: 'rack', index: where.index }, mine)
    case 'gap': {
      const { key, index } = where
      const next = place(draft, ids, { to: 'meld', key, index }, mine)
      return next === draft ? draft : divideTwins(kinds, next, key)
    }
    case 'joker':
      return exchange(draft, first, where.key, where.index)
    case 'meld': {
      let next = draft
      for (const id of ids) {
        const meld = next.melds.find((one) => one.key === where.key)
        if (!meld || meld.tiles.includes(id)) continue
        const index = joinIndex(kinds, meld.tiles, id)
        next = place(next, [id], { to: 'meld', key: where.key, index }, mine)
      }
      return next === draft ? draft : divideTwins(kinds, next, where.key)
    }
  }
}

/** Tiles for a new meld: rising if they are of one colour, otherwise as they were picked. */
export function inOrder(kinds: Kinds, ids: readonly TileId[]): readonly TileId[] {
  const tiles = ids.map((id) => numbered(kinds, id))
  if (tiles.some((tile) => tile === null || tile.colour !== tiles[0]?.colour)) return ids
  return ids.toSorted(
    (a, b) => (numbered(kinds, a)?.number ?? 0) - (numbered(kinds, b)?.number ?? 0),
  )
}
