/** A match with its past: every change can be undone and done again, also after a reload. */
import type { Match } from './match'
import type { Round } from './rounds'

export interface Kept {
  readonly match: Match
  /** Rounds that somebody is still writing down, or changing. */
  readonly drafts: readonly Round[]
  readonly past: readonly Match[]
  readonly future: readonly Match[]
}

export const MOST_STEPS = 30

export function keep(match: Match): Kept {
  return { match, drafts: [], past: [], future: [] }
}

export function change(kept: Kept, match: Match, now: number): Kept {
  if (match === kept.match) return kept
  const past = [...kept.past, kept.match].slice(-MOST_STEPS)
  return { ...kept, match: { ...match, changed: now }, past, future: [] }
}

/** Keep a round as far as it is written. */
export function writeDraft(kept: Kept, draft: Round): Kept {
  return { ...kept, drafts: [...without(kept, draft.id), draft] }
}

export function dropDraft(kept: Kept, id: string): Kept {
  return { ...kept, drafts: without(kept, id) }
}

function without(kept: Kept, id: string): readonly Round[] {
  return kept.drafts.filter((draft) => draft.id !== id)
}

/** The new round somebody has begun to write down. */
export function newDraft(kept: Kept): Round | undefined {
  const written = new Set(kept.match.rounds.map((round) => round.id))
  return kept.drafts.find((draft) => !written.has(draft.id))
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
