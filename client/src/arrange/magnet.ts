/**
 * Magnetic drops: what is carried is a strip of tiles, and it joins the meld whose place for it is
 * nearest, if that is about a tile away or less. The strip's rectangle counts, not the pointer. Where
 * two melds are near, the one that the tiles could belong to comes first. A strip with nothing near it
 * lies where it was let go.
 */
import type { DraftMeld } from './draft'
import { type Ground, meldOrigin, meldStep, type Point, RATIO, spotAt } from './geometry'
import { GAP, type Spot, width } from './layout'

/** Tiles in a row, by the upper left corner of the first one. */
export interface Strip extends Point {
  readonly count: number
}

export type Capture =
  | { readonly to: 'gap'; readonly key: number; readonly index: number }
  | { readonly to: 'tile'; readonly key: number; readonly index: number }
  | { readonly to: 'felt'; readonly spot: Spot }

/** How far a meld reaches: so many tiles across, so many tiles up and down. */
const REACH = 1
/** A single tile that is so near to another lies on it, not beside it. */
const ON_TOP = 0.3
/** A meld that the strip covers seems so much nearer than one that it does not touch. */
const COVERED = 0.3
/** So much nearer seems a meld that the strip's tiles could belong to. */
const KIN = 2

interface Candidate {
  readonly capture: Capture
  /** From the strip to its place, in tiles. */
  readonly apart: number
  /** The same, less for what it covers and for what it could belong to. */
  readonly seems: number
}

/** The place that one meld has for a strip: beside it, between two tiles or on one. */
function nearest(ground: Ground, meld: DraftMeld, spot: Spot, strip: Strip): Candidate {
  const { tile } = ground.size
  const { key, tiles } = meld
  const { x, y } = meldOrigin(ground, spot)
  const step = meldStep(ground.size, tiles.length)
  const end = x + step * (tiles.length - 1) + tile
  const wide = strip.count * tile
  const on = Math.round((strip.x - x) / step)
  const over = on >= 0 && on < tiles.length
  const between = Math.round((strip.x + wide / 2 - x) / step)
  const index = Math.max(0, Math.min(tiles.length, between))
  const inner = index > 0 && index < tiles.length
  const gap = inner ? x + step * index - wide / 2 : index === 0 ? x - wide : end
  const down = (strip.y - y) / (tile * RATIO)
  const far = (left: number) => Math.hypot((strip.x - left) / tile, down)
  const apart = Math.min(far(gap), over ? far(x + step * on) : Number.POSITIVE_INFINITY)
  const across = Math.min(end, strip.x + wide) - Math.max(x, strip.x)
  const covered = Math.max(0, across / wide) * Math.max(0, 1 - Math.abs(down))
  const onTop = strip.count === 1 && over && far(x + step * on) < ON_TOP
  return {
    capture: onTop ? { to: 'tile', key, index: on } : { to: 'gap', key, index },
    apart,
    seems: apart - COVERED * covered,
  }
}

/** Whether something on this spot would push a meld of its row aside. */
function pushes({ size }: Ground, meld: DraftMeld, at: Spot, spot: Spot, count: number): boolean {
  const wide = width(meld.tiles.length, size.columns)
  return at.row === spot.row && spot.col < at.col + wide + GAP && at.col < spot.col + count + GAP
}

/** Where a strip goes that is let go here; the melds are those it can join, or would belong to. */
export function capture(
  ground: Ground,
  melds: readonly DraftMeld[],
  spots: ReadonlyMap<number, Spot>,
  strip: Strip,
  belongs: (meld: DraftMeld) => boolean = () => true,
): Capture {
  const spot = spotAt(ground, strip, strip.count)
  let best: Candidate | null = null
  for (const meld of melds) {
    const at = spots.get(meld.key)
    if (!at) continue
    const one = nearest(ground, meld, at, strip)
    const near = one.apart <= REACH
    if (!near && !pushes(ground, meld, at, spot, strip.count)) continue
    const seems = near && belongs(meld) ? one.seems - KIN : one.seems
    if (seems < (best?.seems ?? Number.POSITIVE_INFINITY)) best = { ...one, seems }
  }
  return best?.capture ?? { to: 'felt', spot }
}
