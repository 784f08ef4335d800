/** A review that is asked for until it is settled, and shown as far as it is. */
import type { Review } from '../protocol.gen'
import type * as api from './api'

const PAUSE = 1500

export class ReviewRequest {
  review: Review | null = $state.raw(null)
  progress = $state(0)
  failed = $state(false)
  asked = $state(false)
  readonly #ask: () => ReturnType<typeof api.review>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ask: () => ReturnType<typeof api.review>) {
    this.#ask = ask
  }

  start(): void {
    this.asked = true
    this.failed = false
    void this.#next()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #next(): Promise<void> {
    try {
      const state = await this.#ask()
      this.progress = state.progress
      if (state.review) this.review = state.review
      if (state.progress < 1) this.#timer = setTimeout(() => void this.#next(), PAUSE)
    } catch {
      this.failed = true
    }
  }
}
