import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../messages/${locale}.json`, import.meta.url), 'utf8'))

const locales = ['de', 'fr', 'it', 'nl', 'es', 'pt']
const english = read('en')
const inputs = (text: unknown) => [
  ...new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1])),
]

describe.each(locales)('every text in %s', (locale) => {
  const texts = read(locale)

  it('is there, and no more', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  it.each(Object.keys(english))('%s says something and names the same things', (key) => {
    expect(JSON.stringify(texts[key] ?? '')).not.toMatch(/^"\s*"$/)
    if (key !== '$schema') {
      expect(inputs(texts[key]).toSorted()).toEqual(inputs(english[key]).toSorted())
    }
  })

  it('has both forms wherever English has', () => {
    for (const [key, text] of Object.entries(english)) {
      expect(Array.isArray(texts[key]), key).toBe(Array.isArray(text))
    }
  })
})
