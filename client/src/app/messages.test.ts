/** Every text in every language; and no page shows a text of a part that it does not fetch. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { one } from '../../languages/plugin'

const PARTS = {
  start: '',
  lobby: 'lobby/',
  pages: 'pages/',
  hints: 'hints/',
  lessons: 'lessons/',
} as const
type Part = keyof typeof PARTS

/** Where the texts of a part may be shown. */
const PLACES: Readonly<Record<Exclude<Part, 'start'>, RegExp>> = {
  lobby: /^lobby\//,
  hints: /^hints\//,
  lessons: /^lesson\/|^pages\/Lessons?\.svelte$/,
  pages: /^(rules|replay)\/|^pages\/(Rules|Replay|Games|Settings|Look)\.svelte$|^lobby\/house\.ts$/,
}

const read = (part: Part, locale: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL(`../../messages/${PARTS[part]}${locale}.json`, import.meta.url), 'utf8'),
  )

const locales = ['de', 'fr', 'it', 'nl', 'es', 'pt']
const parts = Object.keys(PARTS) as Part[]
const english = (part: Part) => read(part, 'en')
const inputs = (text: unknown) => [
  ...new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1])),
]

describe.each(parts.flatMap((part) => locales.map((locale) => [part, locale] as const)))(
  'every text of the %s in %s',
  (part, locale) => {
    const texts = read(part, locale)

    it('is there, and no more', () => {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english(part)).toSorted())
    })

    it.each(Object.keys(english(part)))('%s says something and names the same things', (key) => {
      expect(JSON.stringify(texts[key] ?? '')).not.toMatch(/^"\s*"$/)
      if (key !== '$schema') {
        expect(inputs(texts[key]).toSorted()).toEqual(inputs(english(part)[key]).toSorted())
      }
    })

    it('has both forms wherever English has', () => {
      for (const [key, text] of Object.entries(english(part))) {
        expect(Array.isArray(texts[key]), key).toBe(Array.isArray(text))
      }
    })
  },
)

describe.each(locales)('what is said of bots, hints and reviews in %s', (locale) => {
  it('is not said in English', () => {
    for (const part of ['lobby', 'hints', 'pages'] as const) {
      const texts = read(part, locale)
      const said = Object.entries(english(part)).filter(([key]) =>
        /^(bot_line|hint|review|what_if|games)_/.test(key),
      )
      expect(said.length, part).toBeGreaterThan(8)
      expect(said.filter(([key, text]) => texts[key] === text)).toEqual([])
    }
  })
})

describe('a page shows only texts it fetches', () => {
  const source = new URL('../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|svelte)$/.test(file) && !/^(paraglide|pad)\//.test(file),
  )

  it.each(files)('%s', (file) => {
    const text = readFileSync(new URL(file, source), 'utf8')
    const used = [...text.matchAll(/\bm\.(\w+)/g)].map((match) => match[1] ?? '')
    for (const part of ['lobby', 'pages', 'hints', 'lessons'] as const) {
      const keys = english(part)
      if (!PLACES[part].test(file)) expect(used.filter((key) => key in keys)).toEqual([])
    }
  })
})

describe('typography', () => {
  const folder = new URL('../../messages/', import.meta.url)
  const sentences = (locale: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`${locale}.json`))
      .flatMap((file) => {
        const texts = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object
        return Object.values(texts).flatMap((text) =>
          typeof text === 'string'
            ? [text]
            : Object.values((text as [{ match: Record<string, string> }])[0].match),
        )
      })

  it('lets no French mark begin a line', () => {
    expect(sentences('fr').length).toBeGreaterThan(500)
    expect(sentences('fr').filter((text) => / [:;!?»]|« /.test(text))).toEqual([])
  })

  it.each(['en', 'fr', 'it', 'nl', 'es', 'pt'])('sets no space before dots in %s', (locale) => {
    expect(sentences(locale).filter((text) => /\s…/.test(text))).toEqual([])
  })

  it.each([
    ['it', /leggi[io]\b/i],
    ['es', /\batril/i],
  ])('calls the rack in %s as its booklets do', (locale, other) => {
    expect(sentences(locale).filter((text) => other.test(text))).toEqual([])
  })

  it('counts in Portuguese as in Portugal, where 0 is a plural', () => {
    const compiled = one('pt', 'start')
    expect(compiled).toContain('.plural("pt-PT"')
    expect(compiled).not.toContain('.plural("pt"')
  })
})
