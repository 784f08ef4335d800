/**
 * The server speaks of kinds ("r7"); on the screen each tile is a thing of its own that glides from
 * place to place. This gives the tiles of a new table the ids they had before, so that as little as
 * possible seems to move: a new meld takes after the old meld it shares most tiles with.
 */
import type { Kind } from '../tiles/tile'
import { type DraftMeld, newMeld, type Reading, type TileId } from './draft'

export interface NewMeld {
  readonly tiles: readonly Kind[]
  readonly reading: Reading | null
}

export interface Identified {
  readonly melds: DraftMeld[]
  readonly arrived: TileId[]
}

let lastId = 0

export function freshId(): TileId {
  lastId += 1
  return lastId
}

export function reserveIds(ids: Iterable<TileId>): void {
  for (const id of ids) lastId = Math.max(lastId, id)
}

class Supply {
  readonly #ids = new Map<Kind, TileId[]>()

  add(kind: Kind, id: TileId): void {
    const ids = this.#ids.get(kind)
    if (ids) ids.push(id)
    else this.#ids.set(kind, [id])
  }

  take(kind: Kind): TileId | undefined {
    return this.#ids.get(kind)?.shift()
  }
}

function overlap(kinds: Map<TileId, Kind>, old: DraftMeld, tiles: readonly Kind[]): number {
  const left = [...tiles]
  let shared = 0
  for (const id of old.tiles) {
    const at = left.indexOf(kinds.get(id) ?? '')
    if (at >= 0) {
      left.splice(at, 1)
      shared += 1
    }
  }
  return shared
}

/** Which old meld each new one takes after: the largest overlaps first, each old meld once. */
function ancestors(
  kinds: Map<TileId, Kind>,
  old: readonly DraftMeld[],
  next: readonly NewMeld[],
): Map<number, DraftMeld> {
  const pairs = next.flatMap((meld, n) =>
    old
      .map((before, o) => ({ n, o, shared: overlap(kinds, before, meld.tiles) }))
      .filter(({ shared }) => shared > 0),
  )
  pairs.sort((a, b) => b.shared - a.shared || Math.abs(a.n - a.o) - Math.abs(b.n - b.o))
  const found = new Map<number, DraftMeld>()
  const used = new Set<number>()
  for (const { n, o } of pairs) {
    const before = old[o]
    if (found.has(n) || used.has(o) || !before) continue
    found.set(n, before)
    used.add(o)
  }
  return found
}

/**
 * Identify the tiles of the table `next`. `spare` are tiles that may have come to the table (my own
 * laid tiles); what is still missing gets a fresh id, is entered in `kinds` and reported as arrived.
 */
export function identify(
  kinds: Map<TileId, Kind>,
  old: readonly DraftMeld[],
  next: readonly NewMeld[],
  spare: readonly TileId[],
): Identified {
  const parents = ancestors(kinds, old, next)
  const own = next.map(() => new Supply())
  const common = new Supply()
  const claimed = new Set<TileId>()
  next.forEach((meld, n) => {
    const left = [...meld.tiles]
    for (const id of parents.get(n)?.tiles ?? []) {
      const kind = kinds.get(id) ?? ''
      const at = left.indexOf(kind)
      if (at < 0) continue
      left.splice(at, 1)
      own[n]?.add(kind, id)
      claimed.add(id)
    }
  })
  for (const id of [...old.flatMap((meld) => meld.tiles), ...spare]) {
    if (!claimed.has(id)) common.add(kinds.get(id) ?? '', id)
  }
  const arrived: TileId[] = []
  const melds = next.map((meld, n) => {
    const tiles = meld.tiles.map((kind) => {
      const known = own[n]?.take(kind) ?? common.take(kind)
      if (known !== undefined) return known
      const id = freshId()
      kinds.set(id, kind)
      arrived.push(id)
      return id
    })
    const parent = parents.get(n)
    return parent ? { key: parent.key, tiles, reading: meld.reading } : newMeld(tiles, meld.reading)
  })
  return { melds, arrived }
}

/**
 * Which tiles of mine have left the rack: of each kind as many as the new rack has fewer, the first
 * ones given. What others lay is never taken for mine, though it may be of the same kind.
 */
export function leaving(
  kinds: ReadonlyMap<TileId, Kind>,
  mine: readonly TileId[],
  next: readonly Kind[],
): ReadonlySet<TileId> {
  const left = [...next]
  const stay = mine.toReversed().filter((id) => {
    const at = left.indexOf(kinds.get(id) ?? '')
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  const staying = new Set(stay)
  return new Set(mine.filter((id) => !staying.has(id)))
}

/** The rack in the player's own order: known tiles stay, gone ones leave, new ones come last. */
export function identifyRack(
  kinds: Map<TileId, Kind>,
  old: readonly TileId[],
  next: readonly Kind[],
): { rack: TileId[]; arrived: TileId[] } {
  const left = [...next]
  const rack: TileId[] = []
  for (const id of old) {
    const at = left.indexOf(kinds.get(id) ?? '')
    if (at < 0) continue
    left.splice(at, 1)
    rack.push(id)
  }
  const arrived = left.map((kind) => {
    const id = freshId()
    kinds.set(id, kind)
    return id
  })
  return { rack: [...rack, ...arrived], arrived }
}
