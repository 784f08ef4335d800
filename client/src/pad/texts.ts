/** Names, numbers and dates as the language of the page writes them. */
import { settings } from '../app/settings.svelte'
import type { Facts } from '../boxes/facts'
import { m } from '../paraglide/messages.js'
import { tileName } from '../tiles/names'
import type { Missing, PlayerId } from './rounds'
import type { Left } from './scoring'

/** "+24", "−5", "0". */
export function scoreText(score: number): string {
  const format = new Intl.NumberFormat(settings.locale, { signDisplay: 'exceptZero' })
  return format.format(score).replace('-', '−')
}

/** "Anna, Ben and Carla". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(settings.locale, { type: 'conjunction' }).format(names)
}

export function dateText(time: number): string {
  return new Intl.DateTimeFormat(settings.locale, { dateStyle: 'medium' }).format(time)
}

/** A tile that is left on a rack, in words. */
export function leftName(tile: Left): string {
  return typeof tile === 'number' ? m.pad_number_tile({ number: tile }) : tileName(tile)
}

/** What still has to be said before a round has a result. */
export function missingText(what: Missing, name: (id: PlayerId) => string): string {
  switch (what.what) {
    case 'end':
      return m.pad_missing_end()
    case 'rack':
      return m.pad_missing_rack({ name: name(what.player) })
    case 'tiles':
      return m.pad_missing_tiles({ name: name(what.player) })
    case 'began':
      return m.pad_who_began()
  }
}

/** How this rulebook counts a round in which nobody goes out. */
export function blockedText(facts: Facts): string {
  switch (facts.blocked) {
    case 'difference':
      return m.pad_blocked_difference()
    case 'full':
      return m.pad_blocked_full()
    case 'void':
      return m.pad_blocked_void()
  }
}

/** What a late turn costs under this rulebook, sentence by sentence. */
export function lateTexts({ time }: Facts): readonly string[] {
  const back = {
    all_tiles_restored: m.pad_late_all,
    own_tiles_to_rack: m.pad_late_own,
    own_uncombined_to_rack: m.pad_late_own_uncombined,
    loose_tiles_restored: m.pad_late_loose_restored,
    loose_tiles_to_rack: m.pad_late_loose,
  }[time.late]()
  const texts = [m.pad_late_complete(), back, m.pad_late_penalty({ count: time.penalty })]
  if (time.untouched === 'draw') texts.push(m.pad_late_untouched())
  if (time.unrestorable === 'to-pool-and-as-many-more') texts.push(m.pad_late_to_pool_more())
  if (time.unrestorable === 'to-pool') {
    const more = time.unrestorablePenalty !== time.penalty
    const count = time.unrestorablePenalty
    texts.push(more ? m.pad_late_to_pool_count({ count }) : m.pad_late_to_pool())
  }
  return texts
}

/** What this rulebook says about the limit itself. */
export function limitTexts({ time }: Facts): readonly string[] {
  const texts: string[] = []
  if (time.limit === 0) texts.push(m.pad_late_none())
  else if (!time.obligatory) texts.push(m.pad_late_agreed())
  if (time.timed === 'after-opening') texts.push(m.pad_late_after_opening())
  return texts
}
