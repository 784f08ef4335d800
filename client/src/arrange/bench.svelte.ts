/**
 * The workbench: an arrangement on two surfaces, felt and rack, whose sizes are told to it. It answers
 * "what would a drop here do?" for mouse, touch, pen and keyboard alike, and carries out taps.
 */
import { settings } from '../app/settings.svelte'
import { face } from '../tiles/tile'
import type { Arrangement } from './arrangement.svelte'
import { type DraftMeld, EMPTY, meldOf, type TileId } from './draft'
import {
  type Ground,
  ground,
  meldOrigin,
  type Point,
  type RackSize,
  rackIndex,
  rackSize,
  type TableSize,
  tablePlaces,
  tableSize,
} from './geometry'
import { akin, type Drop, drop } from './join'
import type { Spot } from './layout'
import { capture, type Strip } from './magnet'

export interface Target {
  readonly drop: Drop
  readonly spot?: Spot
}

/** Where what is carried would lie: beside a meld or on free felt, or, as a line, between two tiles. */
export interface Landing extends Point {
  readonly count: number
}

/** What the page measured, in pixels: the felt, the rack's width and height, window and letters. */
export interface View {
  readonly felt: { readonly width: number; readonly height: number }
  readonly rack: { readonly width: number; readonly tallest: number; readonly largest: number }
  readonly screen: number
  readonly text: number
}

/** Where something is: a pointer over the rack, or a strip over the felt as it is scrolled. */
export type Place =
  | { readonly over: 'rack'; readonly at: Point }
  | { readonly over: 'felt'; readonly at: Strip }

const LEAST_RACK = 14

export class Bench {
  readonly arrangement: Arrangement
  view: View = $state.raw({
    felt: { width: 800, height: 600 },
    rack: { width: 600, tallest: Number.POSITIVE_INFINITY, largest: 60 },
    screen: 900,
    text: 16,
  })
  readonly table: TableSize = $derived(tableSize(this.view.felt.width, settings.zoom, this.view))
  readonly rack: RackSize = $derived.by(() => {
    const { width, largest, tallest } = this.view.rack
    const count = Math.max(this.arrangement.rack.length, LEAST_RACK)
    return rackSize(count, width, largest, tallest)
  })
  /** The melds below which something is said. */
  noted: ReadonlySet<number> = $state.raw(new Set())
  readonly ground: Ground = $derived.by(() => {
    const { rows, spots } = this.arrangement
    const tall = [...this.noted].map((key) => spots.get(key)?.row ?? -1)
    return ground(this.table, rows, new Set(tall))
  })
  dragging: readonly TileId[] = $state.raw([])
  target: Target | null = $state.raw(null)
  /** The tiles that a hint speaks of. */
  hinted: ReadonlySet<TileId> = $state.raw(new Set())
  #refused = $state.raw({ why: '', draft: EMPTY, selection: [] as readonly TileId[] })
  /** Why the last thing the player tried did not work; empty once they go on. */
  readonly complaint = $derived.by(() => {
    const { why, draft, selection } = this.#refused
    const { arrangement } = this
    return draft === arrangement.draft && selection === arrangement.selection ? why : ''
  })
  /** Called after the player moved something. */
  onmoved: ((ids: readonly TileId[], drop: Drop) => void) | null = null
  /** Called when tiles of the table are to go to the rack, where they must not go. */
  onblocked: (() => void) | null = null

  constructor(arrangement: Arrangement) {
    this.arrangement = arrangement
  }

  /** What letting go here would do. */
  locate(place: Place, ids: readonly TileId[]): Target | null {
    const { arrangement } = this
    if (place.over === 'rack') {
      return {
        drop: { on: 'rack', index: rackIndex(this.rack, arrangement.rack.length, place.at) },
      }
    }
    if (!arrangement.active || arrangement.watching) return null
    const others = arrangement.draft.melds.filter(({ tiles }) =>
      tiles.some((id) => !ids.includes(id)),
    )
    const { kinds, spots } = arrangement
    const belongs = ({ tiles }: DraftMeld) => akin(kinds, [...new Set([...tiles, ...ids])])
    const found = capture(this.ground, others, spots, place.at, belongs)
    if (found.to === 'felt') return { drop: { on: 'felt' }, spot: found.spot }
    if (found.to === 'tile') return { drop: this.dropOnTile(found.key, found.index, ids) }
    return { drop: { on: 'meld', key: found.key, index: found.index } }
  }

  /** Where what is dragged would lie if it were let go now. */
  readonly landing: Landing | null = $derived.by(() => {
    const { target, dragging: ids, arrangement } = this
    if (!target || target.drop.on === 'rack') return null
    if (target.spot) return { ...meldOrigin(this.ground, target.spot), count: ids.length }
    const { draft, kinds, mine, spots } = arrangement
    const next = drop(draft, kinds, ids, target.drop, mine)
    const tiles = meldOf(next, ids[0] ?? 0)?.tiles ?? []
    const carried = (id: TileId | undefined) => id !== undefined && ids.includes(id)
    const first = tiles.findIndex(carried)
    const last = tiles.findLastIndex(carried)
    const places = new Map(tablePlaces(this.ground, draft.melds, spots).map((one) => [one.id, one]))
    const before = places.get(tiles[first - 1] ?? 0)
    const after = places.get(tiles[last + 1] ?? 0)
    const { tile } = this.table
    if (before && after) return { x: after.x, y: after.y, count: 0 }
    if (before) return { x: before.x + tile, y: before.y, count: ids.length }
    return after ? { x: after.x - ids.length * tile, y: after.y, count: ids.length } : null
  })

  /** A drop right on a tile: a single number tile on a joker takes its place. */
  dropOnTile(key: number, index: number, ids: readonly TileId[]): Drop {
    const meld = this.arrangement.draft.melds.find((one) => one.key === key)
    const under = meld?.tiles[index]
    const only = ids.length === 1 ? ids[0] : undefined
    if (under !== undefined && only !== undefined && under !== only && meld) {
      const isJoker = (id: TileId) => face(this.arrangement.kind(id)).type === 'joker'
      if (isJoker(under) && !isJoker(only) && meld.tiles.length > 1) {
        return { on: 'joker', key, index }
      }
    }
    return { on: 'meld', key }
  }

  refuse(why: string): void {
    const { draft, selection } = this.arrangement
    this.#refused = { why, draft, selection }
  }

  put(ids: readonly TileId[], target: Target): void {
    const { draft: before, mine } = this.arrangement
    this.arrangement.drop(ids, target.drop, target.spot)
    if (target.drop.on === 'rack' && !ids.some((id) => mine.has(id))) this.onblocked?.()
    if (before !== this.arrangement.draft) this.onmoved?.(ids, target.drop)
  }

  /**
   * A tap: in the rack or in the meld of what is selected it selects more (or less); on another meld
   * it puts what is selected there.
   */
  tap(id: TileId): void {
    const { arrangement } = this
    const { selection, draft } = arrangement
    const meld = meldOf(draft, id)
    const mayTouch = meld && arrangement.active && !arrangement.watching
    if (!draft.rack.includes(id) && !mayTouch) return
    const together = selection.some((other) => meldOf(draft, other)?.key === meld?.key)
    if (!meld || selection.length === 0 || together || selection.includes(id)) {
      arrangement.toggle(id)
      return
    }
    const index = meld.tiles.indexOf(id)
    this.put(selection, { drop: this.dropOnTile(meld.key, index, selection) })
  }

  tapFelt(at: Point): void {
    const { selection } = this.arrangement
    if (selection.length === 0) return
    const { tile } = this.table
    const corner = { x: at.x - tile / 2, y: at.y - tile / 2, count: selection.length }
    const target = this.locate({ over: 'felt', at: corner }, selection)
    if (target) this.put(selection, target)
  }

  newMeld(): void {
    const { selection } = this.arrangement
    if (selection.length > 0) this.put(selection, { drop: { on: 'felt' } })
  }

  takeBack(): void {
    const { selection, rack } = this.arrangement
    if (selection.length > 0) this.put(selection, { drop: { on: 'rack', index: rack.length } })
  }
}
