/** A box in a few words; what sets it apart from most boxes is marked, so that an eye can find it. */
import { settings } from '../app/settings.svelte'
import { m } from '../paraglide/messages.js'
import type { RulebookSummary } from '../protocol.gen'
import { durationText } from './duration'
import { deckSize, type Facts, findFacts } from './facts'

export interface Piece {
  readonly text: string
  readonly unusual: boolean
}

/** What most boxes hold, for how many, and what opens. */
const USUAL = { players: 4, copies: 2, jokers: 2, opening: 30 } as const

function contents(facts: Facts): Piece[] {
  const { normal, double, colourChange, mirror } = facts.jokers
  const special = double + colourChange + mirror
  const count = normal + special
  return [
    { text: m.seat_tiles({ count: deckSize(facts) }), unusual: facts.copies !== USUAL.copies },
    {
      text: special > 0 ? m.box_special_jokers({ count }) : m.box_jokers({ count }),
      unusual: count !== USUAL.jokers,
    },
  ]
}

/** Who can play, what is in the box, what opens, how much time. */
export function boxLine(book: RulebookSummary): Piece[] {
  const facts = findFacts(book.id)
  const time = durationText(book.limit, settings.locale)
  const limit = book.limit > 0 ? m.box_limit({ time }) : m.box_no_limit()
  return [
    {
      text: m.box_players({ least: book.least, most: book.most }),
      unusual: book.most !== USUAL.players,
    },
    ...(facts ? contents(facts) : []),
    {
      text: m.box_opening({ points: book.opening }),
      unusual: book.opening !== USUAL.opening,
    },
    { text: limit, unusual: false },
  ]
}
