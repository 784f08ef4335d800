/** What the large button would do now, and in which words. */
import type { Room } from '../net/room.svelte'
import { m } from '../paraglide/messages.js'
import type { Verdict } from '../protocol.gen'
import { refusalText } from '../table/refusals'
import type { Act, TurnDraft } from '../turn/turn.svelte'

interface Other {
  readonly type: Act
  readonly label: string
  /** Whether what lies on the table is taken back first. */
  readonly back: boolean
}

export interface MainAction {
  readonly type: Act | null
  readonly label: string
  /** Why it cannot act now. */
  readonly why: string
  readonly others: readonly Other[]
}

export function mainAction(room: Room, { arrangement, verdict }: TurnDraft): MainAction {
  const { turn, state } = room
  const may = turn?.may ?? []
  const others: Other[] = may.includes('redeal')
    ? [{ type: 'redeal', label: m.redeal(), back: false }]
    : []
  const not = (label: string, why: string): MainAction => ({ type: null, label, why, others })
  if (!turn || !state) return not(m.not_yet(), m.refused_not_now())
  if (!room.myTurn) {
    return not(m.waiting_for({ name: room.nameOf(turn.seat) }), m.refused_turn())
  }
  if (arrangement.touched) {
    if (may.includes('draw')) others.push({ type: 'draw', label: m.take_back_draw(), back: true })
    else if (may.includes('pass'))
      others.push({ type: 'pass', label: m.take_back_pass(), back: true })
    const count = arrangement.laid.length
    if (count === 0) return not(m.not_yet(), m.refused_nothing_laid())
    const label = m.lay({ count })
    if (!verdict?.legal) return not(label, verdict ? reasonText(verdict) : m.checking())
    return { type: 'play', label, why: '', others }
  }
  if (may.includes('draw')) return { type: 'draw', label: m.draw_tile(), why: '', others }
  if (may.includes('pass')) return { type: 'pass', label: m.pass_turn(), why: '', others }
  return not(m.not_yet(), m.refused_not_now())
}

/** Why a draft may not be played: what is wrong with its melds first, then what the turn lacks. */
export function reasonText(verdict: Pick<Verdict, 'legal' | 'melds' | 'reasons'>): string {
  if (verdict.legal) return ''
  const melds = verdict.melds.flatMap(({ stands, reason }) => (!stands && reason ? [reason] : []))
  if (melds.length > 0) return [...new Set(melds.map(refusalText))].join(' · ')
  const first =
    verdict.reasons.find(({ code }) => code !== 'OPENING_TOO_LOW' && code !== 'NOTHING_LAID') ??
    verdict.reasons[0]
  return first ? refusalText(first) : ''
}
