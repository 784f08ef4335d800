/** A rulebook's fields by name, and what is special about it, in the reader's language. */
import { m } from '../paraglide/messages.js'
import type { HouseValue, RulebookDetail } from '../protocol.gen'

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

  source(field: string): string {
    return this.#sources.get(field) ?? ''
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

/** The lines one wants to know before playing by this box. */
export function specials(fields: Fields): string[] {
  const lines = [
    m.box_opening({ points: fields.number('opening.points') }),
    fields.is('opening.goes_on') ? m.rules_opening_goes_on() : m.rules_opening_only(),
    reuseText(fields),
    m.rules_joker_costs({ points: fields.number('jokers.penalty.normal') }),
    emptyText(fields),
  ]
  if (fields.number('tiles.jokers.double') > 0)
    lines.unshift(m.rules_double(), m.rules_change(), m.rules_mirror())
  if (fields.text('jokers.melds') === 'undivided') lines.push(m.rules_undivided())
  if (fields.text('jokers.melds') === 'frozen') lines.push(m.rules_frozen())
  if (fields.text('deal.redeal') === 'three-pairs') lines.push(m.rules_redeal())
  if (fields.is('draw.then_open')) lines.push(m.rules_draw_open())
  return lines
}
