/** How each bot plays, in a line. */
import { MATCH } from '../bots/bots'
import { m } from '../paraglide/messages.js'

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

/** How the bot plays; `told` is what the server says of one that this page does not know. */
export const lineOf = (level: string, told = ''): string => LINES[level]?.() ?? told
