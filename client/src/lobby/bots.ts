/** Levels of bots in the player's language, as the server names them. */
import { m } from '../paraglide/messages.js'

export const USUAL_LEVEL = 'casual'

export function botName(level: string): string {
  switch (level) {
    case 'beginner':
      return m.bot_beginner()
    case 'casual':
      return m.bot_casual()
    case 'greedy':
      return m.bot_greedy()
    case 'patient':
      return m.bot_patient()
    case 'expert':
      return m.bot_expert()
    default:
      return level
  }
}
