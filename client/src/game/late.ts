/** Late turns in words: what a time-out would make of the draft, and what it has made of a turn. */
import { m } from '../paraglide/messages.js'
import type { LatePreview, TimedOut } from '../protocol.gen'

/** What a time-out would do just now. */
export function lateWarning({ result, penalty: count }: LatePreview): string {
  if (result === 'complete') return m.late_will_count()
  const what = result === 'untouched' ? m.late_untouched_now({ count }) : outcome(result, count)
  return m.late_now({ what })
}

/** What it did, and why. */
export function lateNews({ result, penalty }: TimedOut, name: string | null): string {
  const what = outcome(result, penalty)
  return name === null ? m.late_of_you({ what }) : m.late_of({ name, what })
}

function outcome(result: TimedOut['result'], count: number): string {
  switch (result) {
    case 'complete':
      return m.late_counts()
    case 'kept':
      return m.late_kept({ count })
    case 'undone':
      return m.late_undone({ count })
    case 'untouched':
      return m.late_untouched({ count })
  }
}
