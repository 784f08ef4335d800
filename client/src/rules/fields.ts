/** A rulebook's fields by name, and what they say in the reader's language. */
import { type Words, wordsIn } from '../boxes/words'
import { m } from '../paraglide/messages.js'
import type { HouseValue, RulebookDetail } from '../protocol.gen'

/** A source names the booklet, its language, and the heading, with a remark in brackets. */
const HEADING = /^[\w-]+, [A-Z]{2}, ([^()]+?)(?: \(.*\))?$/

export class Fields {
  readonly #values: ReadonlyMap<string, HouseValue>
  readonly #sources: ReadonlyMap<string, string>
  /** What the booklet calls things, for a reader of its language. */
  readonly words: Words

  constructor(detail: RulebookDetail, locale: string) {
    this.words = wordsIn(locale, detail.about)
    this.#values = new Map(detail.fields.map(({ field, value }) => [field, value]))
    this.#sources = new Map(detail.fields.map(({ field, source }) => [field, source]))
  }

  text(field: string): string {
    return String(this.#values.get(field) ?? '')
  }

  number(field: string): number {
    return Number(this.#values.get(field) ?? 0)
  }

  is(field: string): boolean {
    return this.#values.get(field) === true
  }

  /** Under which heading the booklet says so; nothing where the booklet is silent. */
  heading(field: string): string {
    return HEADING.exec(this.#sources.get(field) ?? '')?.[1] ?? ''
  }
}

export function reuseText(fields: Fields): string {
  const reuse = fields.text('jokers.reuse')
  if (reuse === 'new-meld') return m.rules_reuse_new(fields.words)
  return reuse === 'other-meld'
    ? m.rules_reuse_other(fields.words)
    : m.rules_reuse_anywhere(fields.words)
}

/** How a joker is freed; by rebuilding its meld only where the rulebook allows that. */
export function jokerText(fields: Fields): string {
  const free = fields.text('jokers.melds') === 'free'
  return free ? m.rules_joker(fields.words) : m.rules_joker_bound(fields.words)
}

/** What must not happen to a meld with a joker; nothing where it may be rebuilt freely. */
export function boundText(fields: Fields): string {
  const melds = fields.text('jokers.melds')
  if (melds === 'undivided') return m.rules_undivided(fields.words)
  return melds === 'frozen' ? m.rules_frozen(fields.words) : ''
}

/** What a mirror joker does and counts. */
export const mirrorText = (fields: Fields): string =>
  fields.text('jokers.mirror_value') === 'zero' ? m.rules_mirror_zero() : m.rules_mirror()

export function emptyText(fields: Fields): string {
  const empty = fields.text('pool.empty')
  if (empty === 'void') return m.rules_empty_void()
  if (empty === 'last-turn') return m.rules_empty_last()
  return fields.is('pool.must_lay') ? m.rules_empty_must() : m.rules_empty_on()
}

/** What becomes of a turn that time runs out on, sentence by sentence. */
export function lateTexts(fields: Fields): string[] {
  const count = fields.number('time.penalty')
  const all = ['all_tiles_restored', 'own_tiles_to_rack'].includes(fields.text('time.late'))
  const texts = [
    m.rules_late_counts(),
    all ? m.rules_late_undo({ count }) : m.rules_late_old({ count }),
  ]
  const still = fields.text('time.untouched') === 'draw'
  texts.push(still ? m.rules_late_still() : m.rules_late_fined())
  return texts
}
