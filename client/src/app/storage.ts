/** What is kept on this device, as JSON. */

/** What was kept under this key; null if it is nothing, or cannot be read. */
export function kept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keep it, if this device keeps anything: a full or forbidden storage must not stop a game. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // What is not kept begins anew after a reload.
  }
}
