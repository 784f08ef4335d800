/** A move in words, for those who listen. */
import type { Arrangement } from '../arrange/arrangement.svelte'
import { meldOf, type TileId } from '../arrange/draft'
import type { Drop } from '../arrange/join'
import { m } from '../paraglide/messages.js'
import { tileNames } from '../tiles/names'
import { words } from './words.svelte'

export function movedText(work: Arrangement, ids: readonly TileId[], drop: Drop): string {
  const first = ids[0]
  const meld = first === undefined ? undefined : meldOf(work.draft, first)
  if (!meld) return m.said_back({ tiles: tileNames(work.kindsOf(ids)) })
  const tiles = tileNames(work.kindsOf(meld.tiles))
  return drop.on === 'felt'
    ? m.said_new_meld({ tiles, meld: words.meld })
    : m.said_meld({ tiles, meld: words.meld })
}
