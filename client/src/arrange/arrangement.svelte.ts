/**
 * The table as one player works on it: the draft with its undo, what is selected, and where things
 * lie. The server's word comes in through `sync`; everything the player does goes through `change`,
 * shows at once, and is told to whoever listens (`onchange`). Another player's unfinished table is
 * only laid over it (`watch`).
 */
import { settings } from '../app/settings.svelte'
import type { Kind } from '../tiles/tile'
import * as drafts from './draft'
import { type Draft, type DraftMeld, EMPTY, type Reading, sameTable, type TileId } from './draft'
import { advance, begin, type History, mapped, redo, undo } from './history'
import { identify, identifyRack, leaving, type NewMeld, reserveIds } from './identify'
import { type Drop, drop } from './join'
import { layout, type Spot, tidied } from './layout'
import { sorted } from './sort'

export interface Told {
  readonly melds: readonly NewMeld[]
  readonly rack: readonly Kind[]
}

export interface Kept {
  readonly kinds: readonly (readonly [TileId, Kind])[]
  readonly base: Draft
  readonly history: History<Draft>
}

export class Arrangement {
  readonly kinds = new Map<TileId, Kind>()
  /** Whether the table may be worked on; the rack always may. */
  active = $state(false)
  selection: readonly TileId[] = $state.raw([])
  /** Tiles that came or moved since I last did something; they glow. */
  fresh: ReadonlySet<TileId> = $state.raw(new Set())
  /** Whether the rack has just been dealt, tile after tile. */
  dealt = $state(false)
  base: Draft = $state.raw(EMPTY)
  spots: ReadonlyMap<number, Spot> = $state.raw(new Map())
  rows = $state(0)
  /** How often the server's word was taken over: between turns the table may be tidied. */
  synced = $state(0)
  onchange: (() => void) | null = null
  #history: History<Draft> = $state.raw(begin(EMPTY))
  #watched: readonly DraftMeld[] | null = $state.raw(null)
  /** What glowed before another table was laid over mine. */
  #before: ReadonlySet<TileId> = new Set()
  #columns = 12
  #memory = new Map<number, Spot>()

  readonly draft = $derived(this.#history.present)
  /** The melds that lie in view: my draft, unless another table is laid over it. */
  readonly table: readonly DraftMeld[] = $derived(this.#watched ?? this.draft.melds)
  /** Whether another table is laid over mine. */
  readonly watching = $derived(this.#watched !== null)
  readonly mine: ReadonlySet<TileId> = $derived(new Set(this.base.rack))
  readonly canUndo = $derived(this.#history.past.length > 0)
  readonly canRedo = $derived(this.#history.future.length > 0)
  readonly touched = $derived(!sameTable(this.base, this.draft))
  readonly laid: readonly TileId[] = $derived(
    this.draft.melds.flatMap((meld) => meld.tiles).filter((id) => this.mine.has(id)),
  )
  readonly rack: readonly TileId[] = $derived(
    settings.sort === 'own' ? this.draft.rack : sorted(this.draft.rack, this.kinds, settings.sort),
  )

  kind(id: TileId): Kind {
    return this.kinds.get(id) ?? '*'
  }

  kindsOf(ids: readonly TileId[]): Kind[] {
    return ids.map((id) => this.kind(id))
  }

  /**
   * Take over what the server says. Where my rack is as it was, its order keeps its undo. `also` keeps
   * what is new since I last did something; after a deal nothing is.
   */
  sync(told: Told, glow: 'new' | 'also' | 'none' = 'none'): { arrived: TileId[]; drawn: TileId[] } {
    const before = this.draft
    const rest = this.base.rack.filter((id) => !this.laid.includes(id))
    const gone = leaving(this.kinds, [...this.laid, ...rest], told.rack)
    const old = this.#withoutMine(gone)
    const spare = rest.filter((id) => gone.has(id))
    const { melds, arrived } = identify(this.kinds, old, told.melds, spare)
    const onTable = new Set(melds.flatMap((meld) => meld.tiles))
    const order = [...before.rack, ...this.base.rack.filter((id) => !before.rack.includes(id))]
    const mine = order.filter((id) => !onTable.has(id))
    const { rack, arrived: drawn } = identifyRack(this.kinds, mine, told.rack)
    const { past, future } = this.#history
    const kept = [...past, before, ...future].every((one) => one.rack.length === rack.length)
    const moved = this.#moved(melds)
    this.base = { rack, melds }
    this.#watched = null
    this.#history =
      kept && drawn.length === 0 && gone.size === 0
        ? mapped(this.#history, (draft) => ({ ...draft, melds }))
        : begin(this.base)
    this.selection = this.selection.filter((id) => rack.includes(id))
    const fresh = [...(glow === 'also' ? this.fresh : []), ...moved, ...arrived, ...drawn]
    this.fresh = new Set(glow === 'none' ? [] : fresh)
    this.dealt = drawn.length > 6
    this.#relayout()
    this.synced += 1
    return { arrived, drawn }
  }

  /** Lay another player's unfinished table over mine, or take it away; my draft is not touched. */
  watch(melds: readonly NewMeld[] | null): void {
    if (!melds && !this.#watched) return
    const next = melds && identify(this.kinds, this.#withoutMine(new Set()), melds, []).melds
    const { fresh } = this
    if (next) this.fresh = this.#moved(next)
    if (!this.#watched) this.#before = fresh
    if (!next) this.fresh = this.#before
    this.#watched = next
    this.#relayout()
  }

  /** The melds in view without those of my tiles that do not leave the rack. */
  #withoutMine(gone: ReadonlySet<TileId>): DraftMeld[] {
    const stays = (id: TileId) => this.mine.has(id) && !gone.has(id)
    return this.table.map((meld) => ({ ...meld, tiles: meld.tiles.filter((id) => !stays(id)) }))
  }

  /** The tiles of these melds that lie in another meld now, or in none. */
  #moved(melds: readonly DraftMeld[]): Set<TileId> {
    const keys = new Map(this.table.flatMap(({ key, tiles }) => tiles.map((id) => [id, key])))
    const all = melds.flatMap(({ key, tiles }) => tiles.map((id) => ({ id, key })))
    return new Set(all.filter(({ id, key }) => keys.get(id) !== key).map(({ id }) => id))
  }

  /** Whether the server's table and rack are the ones this draft was begun on. */
  begunOn(told: Told): boolean {
    const key = (tiles: readonly Kind[]) => tiles.toSorted().join(' ')
    const table = (melds: readonly (readonly Kind[])[]) => melds.map(key).toSorted().join('|')
    return (
      key(this.kindsOf(this.base.rack)) === key(told.rack) &&
      table(this.base.melds.map((meld) => this.kindsOf(meld.tiles))) ===
        table(told.melds.map((meld) => meld.tiles))
    )
  }

  change(next: Draft): void {
    if (next === this.draft) return
    if (!sameTable(this.draft, next)) this.#watched = null
    this.#history = advance(this.#history, next)
    this.fresh = new Set()
    this.#relayout()
    this.onchange?.()
  }

  undo(): void {
    this.#travel(undo(this.#history))
  }

  redo(): void {
    this.#travel(redo(this.#history))
  }

  /** Everything back to how the turn began, as one step that can itself be undone. */
  reset(): void {
    const rack = [...this.draft.rack, ...this.laid]
    this.change(this.touched ? { rack, melds: this.base.melds } : this.draft)
    this.selection = []
  }

  /** Let go of tiles somewhere. On the rack this makes the shown order my own. */
  drop(ids: readonly TileId[], where: Drop, spot?: Spot): void {
    if (where.on !== 'rack' && !this.active) return
    let from = this.draft
    if (where.on === 'rack' && settings.sort !== 'own') {
      const shown = this.rack
      const within = ids.every((id) => shown.includes(id))
      if (within) {
        from = { ...from, rack: shown }
        settings.sort = 'own'
      }
    }
    const next = drop(from, this.kinds, ids, where, this.mine)
    const born = next.melds.find((meld) => !from.melds.some((old) => old.key === meld.key))
    if (spot && born && where.on === 'felt') this.#memory.set(born.key, spot)
    this.selection = []
    this.change(next)
  }

  split(key: number, at: number): void {
    if (this.active) this.change(drafts.split(this.draft, key, at))
  }

  declare(key: number, reading: Reading): void {
    if (this.active) this.change(drafts.declare(this.draft, key, reading))
  }

  /** Show an arrangement of the present tiles that was worked out elsewhere, such as a hint. */
  show(melds: readonly NewMeld[]): void {
    const rack = this.draft.rack
    const { melds: next } = identify(this.kinds, this.draft.melds, melds, rack)
    const onTable = new Set(next.flatMap((meld) => meld.tiles))
    const left = [...rack, ...this.laid].filter((id, i, all) => all.indexOf(id) === i)
    this.change({ rack: left.filter((id) => !onTable.has(id)), melds: next })
  }

  /** Put the tiles of a meld in another order, as part of the step that made it. */
  amend(meld: DraftMeld, order: readonly Kind[]): void {
    if (!this.draft.melds.includes(meld)) return
    const left = [...meld.tiles]
    const tiles = order.flatMap((kind) => {
      const at = left.findIndex((id) => this.kind(id) === kind)
      return at < 0 ? [] : left.splice(at, 1)
    })
    const melds = this.draft.melds.map((one) => (one === meld ? { ...meld, tiles } : one))
    this.#history = { ...this.#history, present: { ...this.draft, melds } }
    this.#relayout()
    this.onchange?.()
  }

  toggle(id: TileId): void {
    this.selection = this.selection.includes(id)
      ? this.selection.filter((other) => other !== id)
      : [...this.selection, id]
  }

  set columns(columns: number) {
    if (columns === this.#columns) return
    this.#columns = columns
    this.#memory.clear()
    this.#relayout()
  }

  get columns(): number {
    return this.#columns
  }

  keep(): Kept {
    return { kinds: [...this.kinds], base: this.base, history: this.#history }
  }

  /** Take up a draft that was kept before a reload. */
  restore(kept: Kept): void {
    for (const [id, kind] of kept.kinds) this.kinds.set(id, kind)
    reserveIds(this.kinds.keys())
    const { past, present, future } = kept.history
    for (const draft of [kept.base, ...past, present, ...future]) drafts.reserveKeys(draft)
    this.base = kept.base
    this.#history = kept.history
    this.#relayout()
  }

  /** Close empty rows and fill gaps with what lies below row `last`, out of sight. */
  tidy(last: number): void {
    this.#memory = tidied(this.#sizes, this.#columns, this.spots, last)
    this.#relayout()
  }

  get #sizes() {
    return this.table.map(({ key, tiles }) => ({ key, length: tiles.length }))
  }

  #travel(history: History<Draft>): void {
    if (history === this.#history) return
    this.#history = history
    this.selection = []
    this.#relayout()
    this.onchange?.()
  }

  #relayout(): void {
    const sizes = this.#sizes
    if (this.#memory.size === 0) {
      const at = (key: number) => this.spots.get(key)
      const rank = (key: number) => (at(key)?.row ?? 1e3) * 1e3 + (at(key)?.col ?? 0)
      sizes.sort((a, b) => rank(a.key) - rank(b.key))
    }
    const { spots, rows } = layout(sizes, this.#columns, this.#memory)
    for (const [key, spot] of spots) this.#memory.set(key, spot)
    this.spots = spots
    this.rows = rows
  }
}
