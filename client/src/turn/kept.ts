/** An unfinished turn on this device, so that a reload finds rack and table as they were left. */
import type { Kept } from '../arrange/arrangement.svelte'

interface Stored {
  readonly round: string
  readonly kept: Kept
}

const key = (code: string) => `tilerummy.draft.${code}`

export function keepDraft(code: string, round: string, kept: Kept): void {
  try {
    localStorage.setItem(key(code), JSON.stringify({ round, kept }))
  } catch {
    // Without storage a reload starts from the server's copy of the draft.
  }
}

export function keptDraft(code: string, round: string): Kept | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key(code)) ?? 'null') as Stored | null
    return stored?.round === round ? stored.kept : null
  } catch {
    return null
  }
}
