/** How a match stands, in one sentence. */
import { m } from '../paraglide/messages.js'
import { isOver, leaders, type Match, total } from './match'
import { listText, scoreText } from './texts'

/** "2 of 5 rounds", "3 rounds". */
export function progressText(match: Match): string {
  const count = match.rounds.length
  if (match.length === null) return m.pad_rounds_played({ count })
  return m.pad_rounds_of({ count, length: match.length })
}

/** Who leads, or who has won; nothing before the first round. */
export function standText(match: Match): string {
  const first = leaders(match)
  const [leader] = first
  if (!leader) return m.pad_no_rounds()
  const said = {
    count: first.length,
    names: listText(first.map((player) => player.name)),
    points: scoreText(total(match, leader.id)),
  }
  return isOver(match) ? m.pad_wins(said) : m.pad_leads(said)
}
