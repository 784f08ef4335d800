/** What the card of a special tile says: the sentences of the rules page, with house rules in force. */
import { m } from '../paraglide/messages.js'
import type { HouseValue, RulebookDetail } from '../protocol.gen'
import type { Face } from '../tiles/tile'
import { boundText, Fields, jokerText, mirrorText, reuseText } from './fields'

type Joker = Extract<Face, { type: 'joker' }>

/** A rulebook's fields as this table plays them. */
export function inForce(
  detail: RulebookDetail,
  house: Readonly<Record<string, HouseValue>>,
  locale: string,
): Fields {
  const fields = detail.fields.map((one) => ({ ...one, value: house[one.field] ?? one.value }))
  return new Fields({ ...detail, fields }, locale)
}

function plainLines({ colour }: Joker, fields: Fields): string[] {
  const lines = [jokerText(fields), reuseText(fields)]
  const bound = boundText(fields)
  if (bound) lines.push(bound)
  if (fields.is('jokers.colour_must_match')) lines.push(m.rules_colour_match())
  else if (colour) lines.push(m.special_coloured())
  return [...lines, m.rules_joker_costs({ points: fields.number('jokers.penalty.normal') })]
}

function specialText({ joker }: Joker, fields: Fields): string {
  if (joker === 'double') return m.rules_double(fields.words)
  return joker === 'colour' ? m.rules_change(fields.words) : mirrorText(fields)
}

export function cardLines(shown: Joker, fields: Fields): string[] {
  if (shown.joker === 'plain') return plainLines(shown, fields)
  const lines = [specialText(shown, fields), reuseText(fields)]
  if (!fields.is('jokers.special_replaces_other')) lines.push(m.rules_special_replaces())
  return [...lines, m.rules_special_costs({ points: fields.number('jokers.penalty.special') })]
}
