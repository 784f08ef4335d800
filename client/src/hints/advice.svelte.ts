/** A hint on its way: the plays come soon, the chances to win a moment later. */
import type { Room } from '../net/room.svelte'
import type { ChanceHint, Hint } from '../protocol.gen'
import { type Proposal, proposals } from './proposals'

export class Advice {
  hint: Hint | null = $state.raw(null)
  /** Whether the chances are still being worked out. */
  thinking = $state(false)
  readonly proposals: readonly Proposal[] = $derived.by(() =>
    this.hint?.laid ? proposals(this.hint, this.#choices) : [],
  )

  readonly #room: Room
  #choices: readonly ChanceHint[] = $state.raw([])

  constructor(room: Room) {
    this.#room = room
  }

  /** Ask what can be played; rejects where the server refuses. */
  async ask(): Promise<void> {
    const hint = await this.#room.ask({ type: 'hint' })
    if (!this.#room.myTurn) return
    this.#choices = []
    this.hint = hint
    if (hint.laid) void this.#weigh(hint)
  }

  close(): void {
    this.hint = null
    this.thinking = false
  }

  /** A hint is worth showing without its chances, so nothing is said if they do not come. */
  async #weigh(hint: Hint): Promise<void> {
    this.thinking = true
    const found = await this.#room.ask({ type: 'chances' }).catch(() => null)
    if (hint !== this.hint) return
    this.thinking = false
    this.#choices = found?.choices ?? []
  }
}
