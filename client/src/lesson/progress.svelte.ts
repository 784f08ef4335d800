/** How far somebody came in each lesson, kept on the device. */
import { keep } from '../app/storage'

const KEY = 'tilerummy.lessons'

/** The number of steps that are done, by lesson. */
export type Progress = Readonly<Record<string, number>>

/** What was kept; anything else is nothing. */
export function readProgress(text: string | null): Progress {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([, steps]) => Number.isInteger(steps) && steps >= 0),
    )
  } catch {
    return {}
  }
}

function load(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

let progress: Progress = $state.raw(readProgress(load()))

export const stepsDone = (id: string): number => progress[id] ?? 0

/** Remember that so many steps of a lesson are done; a lesson done once stays done. */
export function remember(id: string, steps: number): void {
  if (steps <= stepsDone(id)) return
  progress = { ...progress, [id]: steps }
  keep(KEY, progress)
}
