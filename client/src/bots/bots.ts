/** Bots as people meet them: a name and a face. How they play is told where they are chosen. */
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

export function botName(level: string): string {
  return NAMES[level]?.() || level.charAt(0).toUpperCase() + level.slice(1)
}

export const faceOf = (level: string): FaceName => FACES[level] ?? 'robot'
