import { describe, expect, it } from 'vitest'

type Texts = Record<string, unknown>
const files = import.meta.glob<Texts>('../../messages/pad/*.json', {
  eager: true,
  import: 'default',
})
const byLocale = new Map(
  Object.entries(files).map(([path, texts]) => [/(\w+)\.json$/.exec(path)?.[1] ?? '', texts]),
)
const english = byLocale.get('en') ?? {}
const keys = Object.keys(english).filter((key) => key !== '$schema')

/** The blanks a text has, like {name}; plural forms may leave the number out. */
function blanks(text: unknown): string[] {
  const found = [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return [...new Set(found)].toSorted()
}

describe('the texts of the pad', () => {
  it('are there in seven languages', () => {
    expect([...byLocale.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'])
  })

  describe.each([...byLocale])('in %s', (_, texts) => {
    it('are the same ones', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(english))
    })

    it.each(keys)('%s says something and names the same things', (key) => {
      expect(JSON.stringify(texts[key] ?? '')).not.toMatch(/^"\s*"$/)
      expect(blanks(texts[key])).toEqual(blanks(english[key]))
      expect(Array.isArray(texts[key])).toBe(Array.isArray(english[key]))
    })
  })
})
