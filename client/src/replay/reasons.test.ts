import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReviewReason, ReviewTurn } from '../protocol.gen'

// What the settings ask of a browser.
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('navigator', { languages: ['en'] })
const { settings } = await import('../app/settings.svelte')
const { classText, percentText, reasonText } = await import('./reasons')

const reason = (key: ReviewReason['key'], number: number): string =>
  reasonText({ key, number, other: 0 })
const small = { name: 'small', loss: 0.0554, error: 0.014 } as ReviewTurn

describe('what a review says', () => {
  afterEach(() => {
    settings.locale = 'en'
  })

  it('tells one tile from many', () => {
    settings.locale = 'en'
    expect(reason('wait_right', 1)).toBe(
      'Waiting was right, although 1 tile could have been played.',
    )
    expect(reason('wait_right', 6)).toBe(
      'Waiting was right, although 6 tiles could have been played.',
    )
    expect(reason('was_out', 1)).toBe('The last tile could have been played: that would have won.')
    expect(reason('late', 1)).toBe('Time was up, which cost 1 more tile from the pool.')
    expect(reason('late', 3)).toBe('Time was up, which cost 3 more tiles from the pool.')
  })

  it('writes numbers as the language does', () => {
    settings.locale = 'en'
    expect(classText(small)).toBe('A small loss: 5.5% (± 1.4)')
    expect(percentText(0.374)).toBe('37%')
    settings.locale = 'de'
    expect(classText(small)).toMatch(/5,5\s?% \(± 1,4\)/)
    expect(percentText(0.374)).toMatch(/^37\s%$/)
  })
})
