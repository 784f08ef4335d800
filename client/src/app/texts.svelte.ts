/**
 * The texts of one language, as far as somebody needs them. A page names the parts it shows; when
 * another language is chosen, the parts in use are fetched and all texts change at once.
 */

import { languages, type Part, type Texts } from 'virtual:languages'
import { untrack } from 'svelte'
import { type Locale, settings } from './settings.svelte'

const used = new Set<Part>(['start'])
const there = new Set<Part>()
let spoken: Locale | null = null
let texts: Texts = $state.raw({})

/** The sentence of a key; the compiled messages come here. */
export function text(key: string, inputs: object = {}): string {
  const found = texts[key] ?? ''
  return typeof found === 'string' ? found : found(inputs)
}

const plurals = new Map<string, Intl.PluralRules>()

/** What compiled messages ask: which form of a plural a count takes. */
export const registry = {
  plural(tag: string, count: unknown): string {
    const rules = plurals.get(tag) ?? new Intl.PluralRules(tag)
    plurals.set(tag, rules)
    return rules.select(Number(count))
  },
}

/** Have the texts of these parts, in the language that is chosen. */
export async function need(...parts: readonly Part[]): Promise<void> {
  const chosen = () => untrack(() => settings.locale)
  const locale = chosen()
  for (const part of parts) used.add(part)
  if (spoken === locale && parts.every((part) => there.has(part))) return
  const wanted = [...used]
  const fetched = await Promise.all(wanted.map((part) => languages[locale][part]()))
  if (locale !== chosen()) return need()
  if (spoken !== locale) there.clear()
  texts = Object.assign({}, spoken === locale ? texts : {}, ...fetched)
  spoken = locale
  for (const part of wanted) there.add(part)
  document.documentElement.lang = locale
}

/** Change over whenever another language is chosen. */
export function followLanguage(): void {
  $effect.root(() => {
    $effect(() => {
      if (settings.locale !== spoken) need().catch(() => {})
    })
  })
}
