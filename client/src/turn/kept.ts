/** An unfinished turn on this device, so that a reload finds rack and table as they were left. */
import { keep, kept } from '../app/storage'
import type { Kept } from '../arrange/arrangement.svelte'

interface Stored {
  readonly round: string
  readonly kept: Kept
}

const key = (code: string) => `tilerummy.draft.${code}`

export function keepDraft(code: string, round: string, draft: Kept): void {
  keep(key(code), { round, kept: draft } satisfies Stored)
}

export function keptDraft(code: string, round: string): Kept | null {
  const stored = kept(key(code)) as Stored | null
  return stored?.round === round ? stored.kept : null
}
