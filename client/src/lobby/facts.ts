/** A rulebook in a line: how many play, what opens, how much time. */
import { m } from '../paraglide/messages.js'
import type { RulebookSummary } from '../protocol.gen'

export function boxFacts(book: RulebookSummary): string[] {
  return [
    m.box_players({ least: book.least, most: book.most }),
    m.box_opening({ points: book.opening }),
    book.limit > 0 ? m.box_limit({ seconds: book.limit }) : m.box_no_limit(),
  ]
}
