/** A review that is asked for until it is settled, and shown as far as it is. */
import type { Review } from '../protocol.gen'
import * as api from './api'

const PAUSE = 1500
/** A server that does not answer is asked less often. */
const PAUSE_AWAY = 5000

export class ReviewRequest {
  review: Review | null = $state.raw(null)
  progress = $state(0)
  /** The server refused; asking again is left to the person. */
  failed = $state(false)
  /** Nobody answers; the review is asked for until somebody does. */
  away = $state(false)
  asked = $state(false)
  readonly #ask: () => ReturnType<typeof api.review>
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(ask: () => ReturnType<typeof api.review>) {
    this.#ask = ask
  }

  start(): void {
    this.asked = true
    this.failed = false
    void this.#next()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #next(): Promise<void> {
    try {
      const state = await this.#ask()
      this.away = false
      this.progress = state.progress
      if (state.review) this.review = state.review
      if (state.progress < 1) this.#again(PAUSE)
    } catch (error) {
      this.away = api.isAway(error)
      this.failed = !this.away
      if (this.away) this.#again(PAUSE_AWAY)
    }
  }

  /** A page that was left while the question was on its way asks no more. */
  #again(pause: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#next(), pause)
  }
}
