import { describe, expect, it } from 'vitest'
import { durationText } from './duration'

describe('a time limit', () => {
  it.each([
    [60, 'en', '1 minute'],
    [120, 'en', '2 minutes'],
    [90, 'en', '90 seconds'],
    [1, 'en', '1 second'],
    [120, 'de', '2 Minuten'],
    [240, 'fr', '4 minutes'],
    [60, 'pt', '1 minuto'],
  ])('of %i seconds in %s is %s', (seconds, locale, expected) => {
    expect(durationText(seconds, locale).replace(/\s/g, ' ')).toBe(expected)
  })
})
