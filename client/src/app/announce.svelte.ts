/** One sentence at a time for those who listen: what just changed, spoken by a screen reader. */
export const spoken = $state({ text: '', urgent: '' })

let flip = false

/** Say a sentence. The same sentence twice in a row is still said twice. */
export function announce(text: string): void {
  flip = !flip
  spoken.text = flip ? text : `${text}\u00a0`
}

/** Say a sentence at once, interrupting: lost connection, last seconds. */
export function announceNow(text: string): void {
  flip = !flip
  spoken.urgent = flip ? text : `${text}\u00a0`
}
