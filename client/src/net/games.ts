/** What came of a finished round for the person in whose list it is. */
import type { GameLine } from '../protocol.gen'

export type Outcome = 'won' | 'lost' | 'void'

export function outcomeOf({ winner, seat }: GameLine): Outcome {
  if (winner === null) return 'void'
  return winner === seat ? 'won' : 'lost'
}
