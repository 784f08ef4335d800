/** Why something is refused, in the player's language: a sentence for every key the server sends. */
import { m } from '../paraglide/messages.js'
import type { Refusal } from '../protocol.gen'
import { tileNames } from '../tiles/names'
import { parseMeld } from '../tiles/tile'
import { words } from './words.svelte'

type Sentence = (refusal: Refusal) => string

const FAULTS: Readonly<Record<string, Sentence>> = {
  'too-short': () => m.fault_too_short(),
  'only-jokers': () => m.fault_only_jokers(),
  neither: () => m.fault_neither(words),
  'not-consecutive': () => m.fault_not_consecutive(),
  'not-in-order': () => m.fault_not_in_order(),
  'mixed-colours': () => m.fault_mixed_colours(words),
  'below-one': () => m.fault_below_one(),
  'beyond-highest': () => m.fault_beyond_highest(),
  'colour-twice': () => m.fault_colour_twice(words),
  'group-too-large': () => m.fault_group_too_large(words),
  'joker-colour': () => m.fault_joker_colour(),
  'change-in-group': () => m.fault_change_in_group(words),
  'change-keeps-colour': () => m.fault_change_keeps_colour(),
  'two-mirrors': () => m.fault_two_mirrors(words),
  'mirror-not-centred': () => m.fault_mirror_not_centred(),
  'mirror-differs': () => m.fault_mirror_differs(),
  'change-takes-number': ({ numbers: [number = 0, next = 0] }) =>
    m.fault_change_takes_number({ number, next }),
  'double-takes-two': ({ numbers: [first = 0, second = 0, next = 0] }) =>
    m.fault_double_takes_two({ first, second, next }),
  'double-at-edge': () => m.fault_double_at_edge(),
  'double-fills-group': () => m.fault_double_fills_group(),
  'declared-otherwise': () => m.fault_declared_otherwise(),
}

const CODES: Readonly<Record<string, Sentence>> = {
  INVALID_MELD: () => m.refused_invalid_meld(words),
  TILE_NOT_AVAILABLE: () => m.refused_not_available(),
  TABLE_TILE_TAKEN: () => m.refused_taken(),
  NOTHING_LAID: () => m.refused_nothing_laid(),
  OPENING_TOO_LOW: ({ numbers }) =>
    m.refused_opening_low({ points: numbers[0] ?? 0, needed: numbers[1] ?? 30 }),
  OPENING_TOUCHES_TABLE: () => m.refused_opening_touches(),
  OPENING_NOT_FROM_RACK: () => m.refused_opening_rack(),
  JOKER_MELD_FROZEN: () => m.refused_frozen(words),
  JOKER_NEEDS_NEW_MELD: () => m.refused_new_meld(words),
  SPECIAL_REPLACES_JOKER: () => m.refused_special(),
  MUST_LAY: () => m.refused_must_lay(),
  NOT_YOUR_TURN: () => m.refused_turn(),
  ROUND_OVER: () => m.refused_round_over(),
  POOL_EMPTY: () => m.refused_pool_empty(),
  MUST_DRAW: () => m.refused_must_draw(),
  ALREADY_DRAWN: () => m.refused_drawn(),
  NO_TIME_LIMIT: () => m.refused_no_limit(),
  NO_REDEAL: () => m.refused_redeal(),
  NO_SEAT_LEFT: () => m.refused_no_seat_left(),
  NO_LATECOMERS: () => m.refused_latecomers(),
  NO_SUCH_PLAYER: () => m.refused_no_player(),
  REMOVED: () => m.refused_removed(),
  STALE: () => m.refused_stale(),
  SEAT_TAKEN: () => m.refused_seat(),
  NOT_THE_HOST: () => m.refused_host(),
  TOO_FAST: () => m.refused_fast(),
  TOO_BUSY: () => m.refused_busy(),
  ROOM_FULL: () => m.refused_room_full(),
  NO_HINTS: () => m.refused_no_hints(),
  NOT_NOW: () => m.refused_not_now(),
  NOT_SEATED: () => m.refused_not_seated(),
  NO_SUCH_SEAT: () => m.refused_no_seat(),
  NO_SUCH_BOT: () => m.refused_bot(),
  BAD_MESSAGE: () => m.refused_message(),
  BAD_NOTATION: () => m.refused_notation(),
  HELLO_FIRST: () => m.refused_hello(),
  NOT_ENOUGH_PLAYERS: () => m.refused_few(),
  NO_SPECTATORS: () => m.refused_spectators(),
  BAD_SETTINGS: () => m.refused_settings(),
}

/** The sentence for a refusal; the server's own English where the client knows no better. */
export function refusalText(refusal: Refusal): string {
  if (refusal.needs) return m.fault_mirror_needs({ tiles: tileNames(parseMeld(refusal.needs)) })
  const fine = refusal.key.split('.')[1]
  const sentence = (fine && FAULTS[fine]) || CODES[refusal.code]
  return sentence ? sentence(refusal) : refusal.message
}
