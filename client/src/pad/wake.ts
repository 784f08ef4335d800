/** Keep the screen on while the timer runs, where the browser can. */

/** Hold the screen; the answer lets it go again. A hidden page loses it and asks anew when seen. */
export function holdScreen(): () => void {
  let lock: WakeLockSentinel | null = null
  let wanted = true
  const ask = async () => {
    if (!wanted || document.visibilityState !== 'visible') return
    try {
      lock = (await navigator.wakeLock?.request('screen')) ?? null
      if (!wanted) await lock?.release()
    } catch {
      // A low battery may forbid it; the timer goes on all the same.
    }
  }
  document.addEventListener('visibilitychange', ask)
  ask()
  return () => {
    wanted = false
    document.removeEventListener('visibilitychange', ask)
    lock?.release().catch(() => undefined)
  }
}
