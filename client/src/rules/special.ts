/**
 * What sets a box apart: only where it differs from the rules that most boxes share, each line
 * understood by itself.
 */
import { m } from '../paraglide/messages.js'
import type { RulebookDetail } from '../protocol.gen'
import { boundText, emptyText, Fields, mirrorText, reuseText } from './fields'

/** What most boxes share. */
const COMMON = {
  players: 4,
  copies: 2,
  jokers: 2,
  opening: 30,
  jokerCosts: 25,
} as const

function box({ about, tiles, jokers }: RulebookDetail, fields: Fields): string[] {
  const lines: string[] = []
  const copies = fields.number('tiles.copies')
  const count = Object.values(jokers).reduce((sum, some) => sum + some, 0)
  if (copies !== COMMON.copies) lines.push(m.special_tiles({ tiles, copies }))
  if (about.most !== COMMON.players) lines.push(m.special_players({ most: about.most }))
  if (fields.number('tiles.jokers.double') > 0)
    lines.push(m.rules_double(fields.words), m.rules_change(fields.words), mirrorText(fields))
  else if (count !== COMMON.jokers) lines.push(m.special_jokers({ count }))
  if (fields.is('tiles.coloured_jokers'))
    lines.push(
      fields.is('jokers.colour_must_match') ? m.rules_colour_match() : m.special_coloured(),
    )
  return lines
}

function opening({ about }: RulebookDetail, fields: Fields): string[] {
  const lines: string[] = []
  if (fields.text('deal.redeal') === 'three-pairs') lines.push(m.rules_redeal())
  if (about.opening !== COMMON.opening) lines.push(m.special_opening({ points: about.opening }))
  if (!fields.is('opening.goes_on')) lines.push(m.special_opening_only())
  if (fields.is('draw.then_open')) lines.push(m.rules_draw_open())
  return lines
}

function jokers(fields: Fields): string[] {
  const lines: string[] = []
  const points = fields.number('jokers.penalty.normal')
  if (fields.text('jokers.reuse') !== 'anywhere') lines.push(reuseText(fields))
  const bound = boundText(fields)
  if (bound) lines.push(bound)
  if (points !== COMMON.jokerCosts) lines.push(m.rules_joker_costs({ points }))
  if (fields.number('tiles.jokers.double') > 0)
    lines.push(m.rules_special_costs({ points: fields.number('jokers.penalty.special') }))
  return lines
}

function end(fields: Fields): string[] {
  const lines: string[] = []
  if (fields.text('time.timed') === 'after-opening') lines.push(m.special_time_after())
  if (fields.text('pool.empty') !== 'play-on' || fields.is('pool.must_lay'))
    lines.push(emptyText(fields))
  if (fields.text('scoring.blocked') === 'full') lines.push(m.rules_blocked_full())
  if (fields.text('match.rounds') === 'players') lines.push(m.rules_match_players())
  return lines
}

/** The lines one wants to know before playing by this box. */
export function specials(detail: RulebookDetail, locale: string): string[] {
  const fields = new Fields(detail, locale)
  return [...box(detail, fields), ...opening(detail, fields), ...jokers(fields), ...end(fields)]
}
