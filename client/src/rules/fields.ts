/** A rulebook's fields by name, and what they say in the reader's language. */
import { m } from '../paraglide/messages.js'
import type { HouseValue, RulebookDetail } from '../protocol.gen'

/** A source names the booklet, its language, and the heading, with a remark in brackets. */
const HEADING = /^[\w-]+, [A-Z]{2}, ([^()]+?)(?: \(.*\))?$/

export class Fields {
  readonly #values: ReadonlyMap<string, HouseValue>
  readonly #sources: ReadonlyMap<string, string>

  constructor(detail: RulebookDetail) {
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
  if (reuse === 'new-meld') return m.rules_reuse_new()
  return reuse === 'other-meld' ? m.rules_reuse_other() : m.rules_reuse_anywhere()
}

export function emptyText(fields: Fields): string {
  const empty = fields.text('pool.empty')
  if (empty === 'void') return m.rules_empty_void()
  if (empty === 'last-turn') return m.rules_empty_last()
  return fields.is('pool.must_lay') ? m.rules_empty_must() : m.rules_empty_on()
}

export function lateText(fields: Fields): string {
  const count = fields.number('time.penalty')
  const all = ['all_tiles_restored', 'own_tiles_to_rack'].includes(fields.text('time.late'))
  return all ? m.rules_late_all({ count }) : m.rules_late_loose({ count })
}
