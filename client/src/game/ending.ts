/** How a round ended, in a sentence. */
import { m } from '../paraglide/messages.js'
import type { RoundResult, Seat } from '../protocol.gen'

export function endText(result: RoundResult, seats: readonly Seat[], you: number | null): string {
  const { reason, winner } = result
  const name = winner === null ? '' : (seats[winner]?.name ?? '')
  if (reason === 'void') return m.end_void()
  if (reason === 'alone') return m.end_left()
  if (reason === 'blocked') return m.end_blocked({ name })
  return winner === you ? m.end_you_won() : m.end_out({ name })
}
