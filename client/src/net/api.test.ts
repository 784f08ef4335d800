import { describe, expect, it } from 'vitest'
import { isAway, isMissing, Refusal } from './api'

const refused = (status: number) => new Refusal(status, {})

describe('an error', () => {
  it.each([400, 404, 410])('%d means that there is nothing', (status) => {
    expect([isMissing(refused(status)), isAway(refused(status))]).toEqual([true, false])
  })

  it('429 means neither: ask later', () => {
    expect([isMissing(refused(429)), isAway(refused(429))]).toEqual([false, false])
  })

  it.each([refused(500), refused(503), new TypeError('Failed to fetch')])(
    '%o means that nobody answered',
    (error) => {
      expect([isMissing(error), isAway(error)]).toEqual([false, true])
    },
  )
})
