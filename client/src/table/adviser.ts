/**
 * What the workbench asks the server when a player wants tiles laid out: where tiles of the rack fit,
 * what the rack offers by itself, and in which order tiles make a meld. The client knows no rules.
 */
import type { Arrangement } from '../arrange/arrangement.svelte'
import type { DraftMeld, TileId } from '../arrange/draft'
import type { NewMeld } from '../arrange/identify'
import { type Drop, drop } from '../arrange/join'
import { told, written } from '../arrange/notation'
import * as api from '../net/api'
import { type Kind, parseMeld } from '../tiles/tile'
import type { Rules } from './readings.svelte'

export class Adviser {
  readonly #work: Arrangement
  readonly #rules: () => Rules
  readonly #opened: () => boolean
  readonly #orders = new Map<string, readonly Kind[] | null>()

  constructor(work: Arrangement, rules: () => Rules, opened: () => boolean) {
    this.#work = work
    this.#rules = rules
    this.#opened = opened
  }

  get rules(): Rules {
    return this.#rules()
  }

  /** The places where these tiles make valid melds; those that divide no meld, if there are any. */
  async fits(ids: readonly TileId[]): Promise<readonly Drop[]> {
    const { draft } = this.#work
    const may = (meld: DraftMeld) =>
      !meld.tiles.some((id) => ids.includes(id)) &&
      (this.#opened() || meld.tiles.every((id) => this.#work.mine.has(id)))
    const melds = draft.melds.filter(may)
    const drops: Drop[] = [
      { on: 'felt' },
      ...melds.map(({ key }) => ({ on: 'meld', key }) as const),
    ]
    const tries = drops.map((where) => ({ where, rows: this.#after(ids, where) }))
    const rows = tries.flatMap((one) => one.rows)
    const answer = await api.judge({ ...this.#rules(), after: rows, opened: true })
    const verdicts = [...answer.melds]
    const found = tries.filter((one) =>
      verdicts.splice(0, one.rows.length).every(({ stands }) => stands),
    )
    const plain = found.filter((one) => one.rows.length === 1)
    return (plain.length > 0 ? plain : found).map(({ where }) => where)
  }

  /** The most tiles that the rack alone can lay. */
  async melds(): Promise<readonly NewMeld[]> {
    const rack = this.#work.kindsOf(this.#work.rack).join(' ')
    const answer = await api.solve({ ...this.#rules(), table: [], rack, opened: true })
    return told(answer.play ?? [], '').melds
  }

  /** An order in which the tiles of a meld are valid, if there is one; asked once for each meld. */
  async order(meld: DraftMeld): Promise<readonly Kind[] | null> {
    const tiles = this.#work.kindsOf(meld.tiles).toSorted().join(' ')
    const known = this.#orders.get(tiles)
    if (known !== undefined) return known
    this.#orders.set(tiles, null)
    const answer = await api.arrange({ ...this.#rules(), tiles })
    const order = answer.verdict.stands ? parseMeld(answer.meld) : null
    this.#orders.set(tiles, order)
    return order
  }

  /** The rows that a drop makes or changes. */
  #after(ids: readonly TileId[], where: Drop): string[] {
    const { draft, kinds, mine } = this.#work
    const { melds } = drop(draft, kinds, ids, where, mine)
    return melds
      .filter((meld) => !draft.melds.includes(meld))
      .map((meld) => written(this.#work, meld))
  }
}
