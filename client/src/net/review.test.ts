import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Review } from '../protocol.gen'
import { Refusal } from './api'
import { ReviewRequest } from './review.svelte'

const review = { rounds: [], adjusted: [] } as unknown as Review
const half = { progress: 0.5, waiting: 0, review }
const whole = { progress: 1, waiting: 0, review }

/** A server that answers one question after the other like this, the last one for ever. */
function server(...answers: (typeof half | Error)[]) {
  return vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer || answer instanceof Error) throw answer
    return answer
  })
}

describe('a review', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is asked for until it is settled', async () => {
    const ask = server(half, whole)
    const request = new ReviewRequest(ask)
    request.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(request.progress).toBe(1)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('goes on when the server was away for a while', async () => {
    const request = new ReviewRequest(server(half, new TypeError('no network'), half, whole))
    request.start()
    await vi.advanceTimersByTimeAsync(1600)
    expect([request.away, request.failed, request.review]).toEqual([true, false, review])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([request.away, request.failed, request.progress]).toEqual([false, false, 1])
  })

  it('that is refused is asked for again only by the person', async () => {
    const ask = server(new Refusal(429, {}), whole)
    const request = new ReviewRequest(ask)
    request.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([request.failed, ask.mock.calls.length]).toEqual([true, 1])
    request.start()
    await vi.advanceTimersByTimeAsync(0)
    expect([request.failed, request.progress]).toEqual([false, 1])
  })

  it('is asked for no more once its page was left, even with a question on its way', async () => {
    const ask = server(half)
    const request = new ReviewRequest(ask)
    request.start()
    request.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
