/** A match with its past: every change can be undone and done again, also after a reload. */
import type { Match } from './match'
import type { Round } from './rounds'

export interface Kept {
  readonly match: Match
  /** The round somebody is writing down right now. */
  readonly draft: Round | null
  readonly past: readonly Match[]
  readonly future: readonly Match[]
}

export const MOST_STEPS = 30

export function keep(match: Match): Kept {
  return { match, draft: null, past: [], future: [] }
}

export function change(kept: Kept, match: Match, now: number): Kept {
  if (match === kept.match) return kept
  const past = [...kept.past, kept.match].slice(-MOST_STEPS)
  return { ...kept, match: { ...match, changed: now }, past, future: [] }
}

export function undo(kept: Kept): Kept {
  const match = kept.past.at(-1)
  if (!match) return kept
  return { ...kept, match, past: kept.past.slice(0, -1), future: [kept.match, ...kept.future] }
}

export function redo(kept: Kept): Kept {
  const [match, ...future] = kept.future
  return match ? { ...kept, match, past: [...kept.past, kept.match], future } : kept
}
