/**
 * Where a dropped tile goes inside a meld, so that nobody has to aim: the tiles of one colour rise,
 * with jokers in the holes; two equal tiles side by side make two melds; a tile dropped on a joker
 * takes its place. This is only how things are shown: whether the result is valid, the server says.
 */
import { face, type Kind } from '../tiles/tile'
import { type Draft, type DraftMeld, newMeld, place, split, type TileId } from './draft'

export type Drop =
  /** Without an index: wherever it fits best. */
  | { readonly on: 'meld'; readonly key: number; readonly index?: number }
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

/** The tiles of one colour, rising, each hole filled by a plain joker; anything else as it lies. */
export function inOrder(kinds: Kinds, ids: readonly TileId[]): readonly TileId[] {
  const jokers = ids.filter((id) => kinds.get(id) === '*')
  const tiles = ids.flatMap((id) => {
    const tile = numbered(kinds, id)
    return tile ? [{ id, ...tile }] : []
  })
  const [first] = tiles
  if (!first || tiles.length < 2 || tiles.length + jokers.length < ids.length) return ids
  const rising = tiles.toSorted((a, b) => a.number - b.number)
  const twice = rising.some((tile, i) => tile.number === rising[i - 1]?.number)
  if (tiles.some(({ colour }) => colour !== first.colour) || (twice && jokers.length > 0))
    return ids
  if (inPlace(kinds, ids)) return ids
  return filled(rising, jokers, ids)
}

/** Whether every number is as far from the first as its place, so that jokers stand for the rest. */
function inPlace(kinds: Kinds, ids: readonly TileId[]): boolean {
  const starts = ids.flatMap((id, i) => {
    const tile = numbered(kinds, id)
    return tile ? [tile.number - i] : []
  })
  return starts.every((start) => start === starts[0])
}

/** Jokers go into the holes from the left; those left over stay on the side where they lay. */
function filled(
  rising: readonly { readonly id: TileId; readonly number: number }[],
  jokers: readonly TileId[],
  ids: readonly TileId[],
): TileId[] {
  const left = [...jokers]
  const run: TileId[] = []
  let next = rising[0]?.number ?? 0
  for (const { id, number } of rising) {
    if (number - next <= left.length) run.push(...left.splice(0, Math.max(0, number - next)))
    run.push(id)
    next = number + 1
  }
  const head = left.filter((id) => ids.indexOf(id) < ids.length / 2)
  return [...head, ...run, ...left.filter((id) => !head.includes(id))]
}

/** Whether tiles could be on their way to a run or a group: near in one colour, or one number. */
export function akin(kinds: Kinds, ids: readonly TileId[]): boolean {
  const tiles = ids.flatMap((id) => numbered(kinds, id) ?? [])
  const numbers = tiles.map(({ number }) => number)
  const colours = new Set(tiles.map(({ colour }) => colour))
  const apart = Math.max(...numbers) - Math.min(...numbers)
  return colours.size > 1 ? apart === 0 && colours.size === tiles.length : apart <= ids.length
}

function twins(kinds: Kinds, meld: DraftMeld): number {
  return meld.tiles.findIndex(
    (id, i) =>
      i > 0 &&
      kinds.get(id) === kinds.get(meld.tiles[i - 1] as TileId) &&
      numbered(kinds, id) !== null,
  )
}

/** A meld that something came to: put in order, and divided where it holds a tile twice. */
function settled(kinds: Kinds, draft: Draft, key: number): Draft {
  const meld = draft.melds.find((one) => one.key === key)
  if (!meld) return draft
  const tiles = inOrder(kinds, meld.tiles)
  const ordered = tiles === meld.tiles ? meld : { ...meld, tiles, reading: null }
  const melds = draft.melds.map((one) => (one.key === key ? ordered : one))
  return split({ ...draft, melds }, key, twins(kinds, ordered))
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
    case 'joker':
      return exchange(draft, first, where.key, where.index)
    case 'meld': {
      const meld = draft.melds.find((one) => one.key === where.key)
      const index = where.index ?? meld?.tiles.length ?? 0
      const next = place(draft, ids, { to: 'meld', key: where.key, index }, mine)
      return next === draft ? draft : settled(kinds, next, where.key)
    }
  }
}
