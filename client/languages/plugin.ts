/**
 * One language at a time, in parts. The compiler of the messages writes a module for each language and
 * an index that asks all seven; here the index asks only for what is loaded, and a language comes in
 * parts, one for each folder of messages, so that nobody waits for texts that their page never shows.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(here(path), 'utf8')

const FOLDERS = {
  start: '',
  lobby: 'lobby/',
  pages: 'pages/',
  hints: 'hints/',
  lessons: 'lessons/',
  pad: 'pad/',
} as const
type Part = keyof typeof FOLDERS
const PARTS = Object.keys(FOLDERS) as Part[]

const INDEX = here('../src/paraglide/messages.js')
const LANGUAGES = 'virtual:languages'
const LANGUAGE = 'virtual:language/'

const TEXTS = here('../src/app/texts.svelte.ts')
const index = `
  import { text } from '${TEXTS}'
  export const m = new Proxy({}, { get: (_, key) => (inputs) => text(key, inputs) })
`

function every(): string {
  const { locales } = JSON.parse(read('../project.inlang/settings.json')) as { locales: string[] }
  const parts = (locale: string) =>
    PARTS.map((part) => `${part}: () => import('${LANGUAGE}${locale}/${part}')`)
  const lines = locales.map((locale) => `${locale}: { ${parts(locale).join(', ')} }`)
  return `export const languages = { ${lines.join(', ')} }`
}

/** Where plurals follow another tag than the texts: in Portugal, unlike Brazil, 0 is a plural. */
const PLURALS: Readonly<Record<string, string>> = { pt: 'pt-PT' }

/** A sentence that names nothing is a string: a browser would compile a function for each it shows. */
const plain = (text: string) =>
  text.replace(
    /^(export const \w+ = )\/\*\*.*?\*\/ \(\) => \{\s*return \/\*\*.*?\*\/ \((`[^`]*`)\)\s*\};/,
    '$1$2',
  )

/** The compiled language without the texts of the other parts; the shell tells the forms of plurals. */
export function one(locale: string, part: Part): string {
  const keys = new Set(Object.keys(JSON.parse(read(`../messages/${FOLDERS[part]}${locale}.json`))))
  const compiled = read(`../src/paraglide/messages/${locale}.js`)
  const texts = compiled.split(/^(?=export const )/m).slice(1)
  const own = texts.filter((text) => keys.has(/^export const (\w+)/.exec(text)?.[1] ?? ''))
  const tag = PLURALS[locale] ?? locale
  const told = own.map(plain).join('\n').replaceAll(`.plural("${locale}"`, `.plural("${tag}"`)
  return `import { registry } from '${TEXTS}'\n${told}`
}

export function languages(): Plugin {
  return {
    name: 'tilerummy-languages',
    enforce: 'pre',
    resolveId: (id) => (id === LANGUAGES || id.startsWith(LANGUAGE) ? `\0${id}` : undefined),
    load(id) {
      if (id === INDEX) return index
      if (id === `\0${LANGUAGES}`) return every()
      if (!id.startsWith(`\0${LANGUAGE}`)) return undefined
      const [locale = '', part = ''] = id.slice(LANGUAGE.length + 1).split('/')
      return one(locale, part as Part)
    },
  }
}
