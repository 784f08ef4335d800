/** Undo and redo over values: what was, what is, what was undone. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

const DEPTH = 200

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** A step forward; standing still leaves no trace. */
export function advance<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-DEPTH), present: next, future: [] }
}

/** The same history of other values. */
export function mapped<T>({ past, present, future }: History<T>, map: (value: T) => T): History<T> {
  return { past: past.map(map), present: map(present), future: future.map(map) }
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
  }
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future: rest }
}
