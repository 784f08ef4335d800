import { afterEach, describe, expect, it, vi } from 'vitest'
import { keep, kept } from './storage'

afterEach(() => vi.unstubAllGlobals())

function device(setItem: (key: string, text: string) => void, getItem: () => string | null): void {
  vi.stubGlobal('localStorage', { setItem, getItem })
}

describe('what is kept on the device', () => {
  it('is found again', () => {
    let stored: string | null = null
    device(
      (_, text) => {
        stored = text
      },
      () => stored,
    )
    expect(kept('a')).toBeNull()
    keep('a', { b: [1] })
    expect(kept('a')).toEqual({ b: [1] })
  })

  it('is nothing where it cannot be read, written or understood', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    device(forbidden, forbidden)
    keep('a', 1)
    expect(kept('a')).toBeNull()
    device(forbidden, () => 'no JSON {')
    expect(kept('a')).toBeNull()
  })
})
