/** Between the notation of the messages and the arrangement on the page. */

import { parseMeld } from '../tiles/tile'
import type { Arrangement, Told } from './arrangement.svelte'
import type { DraftMeld, Reading } from './draft'
import type { NewMeld } from './identify'

function readMeld(text: string): NewMeld {
  const declared = /=(run|group)\s*$/.exec(text)
  return { tiles: parseMeld(text), reading: (declared?.[1] as Reading | undefined) ?? null }
}

export function told(table: readonly string[], rack: string): Told {
  return { melds: table.map(readMeld), rack: parseMeld(rack) }
}

export function written(arrangement: Arrangement, meld: DraftMeld): string {
  const tiles = arrangement.kindsOf(meld.tiles).join(' ')
  return meld.reading ? `${tiles} =${meld.reading}` : tiles
}
