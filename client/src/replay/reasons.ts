/** What a review says, in words: classes of turns and computed reasons. */
import { settings } from '../app/settings.svelte'
import { m } from '../paraglide/messages.js'
import type { ReviewReason, ReviewTurn } from '../protocol.gen'

export const percent = (share: number): number => Math.round(100 * share)

const fine = (share: number): string =>
  new Intl.NumberFormat(settings.locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(100 * share)

/** A share as the language writes percentages. */
export const percentText = (share: number): string =>
  new Intl.NumberFormat(settings.locale, { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  )

/** A share with its sign, for luck and skill. */
export const signed = (share: number): string => {
  const rounded = percent(share)
  return rounded > 0 ? `+${rounded}` : `${rounded}`.replace('-', '−')
}

export function classText(turn: ReviewTurn): string {
  const values = { loss: fine(turn.loss), error: fine(turn.error) }
  switch (turn.name) {
    case 'only':
      return m.review_only()
    case 'equal':
      return m.review_equal()
    case 'small':
      return m.review_small(values)
    case 'medium':
      return m.review_medium(values)
    case 'large':
      return m.review_large(values)
  }
}

export function reasonText({ key, number, other }: ReviewReason): string {
  switch (key) {
    case 'was_out':
      return m.review_was_out({ number })
    case 'wait_right':
      return m.review_wait_right({ number })
    case 'wait_better':
      return m.review_wait_better({ number })
    case 'play_better':
      return m.review_play_better({ number })
    case 'more_fits':
      return m.review_more_fits({ number, other })
    case 'joker_spent':
      return m.review_joker_spent()
    case 'joker_risk':
      return m.review_joker_risk({ number })
    case 'opened':
      return m.review_opened({ number, other })
    case 'near':
      return m.review_near({ number })
    case 'late':
      return m.review_late({ number })
  }
}
