/** Bots in the player's language, as the server names them. */
import { m } from '../paraglide/messages.js'

export const USUAL_LEVEL = 'mira'

const NAMES: Readonly<Record<string, () => string>> = {
  match: m.bot_match,
  pip: m.bot_pip,
  lotte: m.bot_lotte,
  bruno: m.bot_bruno,
  mira: m.bot_mira,
  otto: m.bot_otto,
  nell: m.bot_nell,
  rufus: m.bot_rufus,
  ada: m.bot_ada,
  saver: m.bot_saver,
  beginner: m.bot_beginner,
  casual: m.bot_casual,
  greedy: m.bot_greedy,
  patient: m.bot_patient,
  expert: m.bot_expert,
}

export function botName(level: string): string {
  return NAMES[level]?.() ?? level
}
