/** Bots as people meet them: a name, a face, and a line that says how they play. */
import { m } from '../paraglide/messages.js'

export const USUAL_LEVEL = 'mira'
/** The opponent that suits whoever plays. */
export const MATCH = 'match'

export type FaceName =
  | 'bear'
  | 'cat'
  | 'chick'
  | 'dragon'
  | 'fox'
  | 'hedgehog'
  | 'owl'
  | 'rabbit'
  | 'robot'

/** Levels that are not characters; a character is called by its own name in every language. */
const NAMES: Readonly<Record<string, () => string>> = {
  [MATCH]: m.bot_match,
  saver: m.bot_saver,
  beginner: m.bot_beginner,
  casual: m.bot_casual,
  greedy: m.bot_greedy,
  patient: m.bot_patient,
  expert: m.bot_expert,
}

const FACES: Readonly<Record<string, FaceName>> = {
  pip: 'chick',
  lotte: 'cat',
  bruno: 'bear',
  mira: 'rabbit',
  otto: 'owl',
  nell: 'hedgehog',
  rufus: 'fox',
  ada: 'dragon',
}

const LINES: Readonly<Record<string, () => string>> = {
  [MATCH]: m.bot_line_match,
  pip: m.bot_line_pip,
  lotte: m.bot_line_lotte,
  bruno: m.bot_line_bruno,
  mira: m.bot_line_mira,
  otto: m.bot_line_otto,
  nell: m.bot_line_nell,
  rufus: m.bot_line_rufus,
  ada: m.bot_line_ada,
}

export function botName(level: string): string {
  return NAMES[level]?.() || level.charAt(0).toUpperCase() + level.slice(1)
}

export const faceOf = (level: string): FaceName => FACES[level] ?? 'robot'

/** How the bot plays; `told` is what the server says of one that this page does not know. */
export const lineOf = (level: string, told = ''): string => LINES[level]?.() ?? told
