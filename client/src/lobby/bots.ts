/** Levels of bots in the player's language. */
import { m } from '../paraglide/messages.js'

export function botName(level: string): string {
  switch (level) {
    case 'easy':
      return m.bot_easy()
    case 'normal':
      return m.bot_normal()
    case 'strong':
      return m.bot_strong()
    case 'expert':
      return m.bot_expert()
    case 'greedy':
      return m.bot_greedy()
    case 'random':
      return m.bot_random()
    default:
      return level
  }
}
