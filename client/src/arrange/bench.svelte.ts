/**
 * The workbench: an arrangement plus the two surfaces it lies on, felt and rack. It answers "what
 * would a drop here do?" for mouse, touch, pen and keyboard alike, and carries out taps.
 */
import { tick } from 'svelte'
import { still } from '../app/settings.svelte'
import { face } from '../tiles/tile'
import type { Arrangement } from './arrangement.svelte'
import { meldOf, type TileId } from './draft'
import { flyFrom, tileElement } from './flights'
import {
  type Point,
  type RackSize,
  rackIndex,
  rackSize,
  type TableSize,
  tableSize,
  underPoint,
} from './geometry'
import type { Drop } from './join'
import type { Spot } from './layout'

export interface Target {
  readonly drop: Drop
  readonly spot?: Spot
}

export class Bench {
  readonly arrangement: Arrangement
  felt: HTMLElement | null = null
  rackBox: HTMLElement | null = null
  table: TableSize = $state.raw(tableSize(800, 1))
  rack: RackSize = $state.raw(rackSize(14, 600, 52))
  dragging: readonly TileId[] = $state.raw([])
  target: Target | null = $state.raw(null)
  /** Called with a sentence-making event after the player moved something. */
  onmoved: ((ids: readonly TileId[], drop: Drop) => void) | null = null

  constructor(arrangement: Arrangement) {
    this.arrangement = arrangement
  }

  /** What letting go at this point of the window would do. */
  locate(x: number, y: number, ids: readonly TileId[]): Target | null {
    const rack = this.rackBox?.getBoundingClientRect()
    if (rack && inside(rack, x, y, 12)) {
      const point = { x: x - rack.left, y: y - rack.top }
      const index = rackIndex(this.rack, this.arrangement.rack.length, point)
      return { drop: { on: 'rack', index } }
    }
    const felt = this.felt?.getBoundingClientRect()
    if (!this.felt || !felt || !this.arrangement.active || !inside(felt, x, y, 0)) return null
    const { draft, spots } = this.arrangement
    const point = { x: x - felt.left, y: y - felt.top + this.felt.scrollTop }
    const under = underPoint(this.table, draft.melds, spots, point)
    if (under.type === 'felt') return { drop: { on: 'felt' }, spot: under.spot }
    if (under.type === 'end') return { drop: { on: 'gap', key: under.key, index: under.index } }
    return { drop: this.#onTile(under.key, under.index, under.part, ids) }
  }

  #onTile(key: number, index: number, part: number, ids: readonly TileId[]): Drop {
    if (part < 0.27) return { on: 'gap', key, index }
    if (part > 0.73) return { on: 'gap', key, index: index + 1 }
    return this.dropOnTile(key, index, ids)
  }

  /** A drop on the middle of a tile: a single number tile on a joker takes its place. */
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

  put(ids: readonly TileId[], target: Target): void {
    const before = this.arrangement.draft
    this.arrangement.drop(ids, target.drop, target.spot)
    if (before !== this.arrangement.draft) this.onmoved?.(ids, target.drop)
  }

  /** Put down what was dragged, gliding from where the pointer let go. */
  async release(ids: readonly TileId[], target: Target, at: readonly Point[]): Promise<void> {
    const rack = new Set(this.arrangement.draft.rack)
    this.put(ids, target)
    const after = new Set(this.arrangement.draft.rack)
    const stayed = ids.filter((id) => rack.has(id) === after.has(id))
    ids.forEach((id, i) => {
      const point = at[i]
      if (point && !stayed.includes(id)) flyFrom([id], point)
    })
    if (still()) return
    await tick()
    for (const id of stayed) {
      const element = tileElement(id)
      const point = at[ids.indexOf(id)]
      if (element && point) glideFrom(element, point)
    }
  }

  /**
   * A tap: in the rack or in the meld of what is picked it picks more (or less); on another meld it
   * puts what is picked there.
   */
  tap(id: TileId): void {
    const { arrangement } = this
    const { selection, draft } = arrangement
    const meld = meldOf(draft, id)
    if (meld && !arrangement.active) return
    const together = selection.some((other) => meldOf(draft, other)?.key === meld?.key)
    if (!meld || selection.length === 0 || together || selection.includes(id)) {
      arrangement.toggle(id)
      return
    }
    const index = meld.tiles.indexOf(id)
    this.put(selection, { drop: this.dropOnTile(meld.key, index, selection) })
  }

  tapFelt(x: number, y: number): void {
    const { selection } = this.arrangement
    if (selection.length === 0) return
    const target = this.locate(x, y, selection)
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

function inside(box: DOMRect, x: number, y: number, margin: number): boolean {
  return (
    x >= box.left - margin &&
    x <= box.right + margin &&
    y >= box.top - margin &&
    y <= box.bottom + margin
  )
}

function glideFrom(element: HTMLElement, point: Point): void {
  element.style.transition = 'none'
  const box = element.getBoundingClientRect()
  const dx = point.x - box.left - box.width / 2
  const dy = point.y - box.top - box.height / 2
  const easing = 'cubic-bezier(0.2, 0.8, 0.3, 1)'
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], {
    duration: 180,
    easing,
  }).onfinish = () => {
    element.style.transition = ''
  }
}
