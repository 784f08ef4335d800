/** What the large button would do now, and in which words. */
import type { Room } from '../net/room.svelte'
import { m } from '../paraglide/messages.js'

type Act = 'play' | 'draw' | 'pass' | 'redeal'

export interface MainAction {
  readonly type: Act | null
  readonly label: string
  readonly others: readonly { readonly type: Act; readonly label: string }[]
}

export function mainAction(room: Room): MainAction {
  const { turn, arrangement, verdict, state } = room
  if (!turn || !state) return { type: null, label: m.not_yet(), others: [] }
  const others = turn.may.includes('redeal') ? [{ type: 'redeal', label: m.redeal() } as const] : []
  if (!room.myTurn) {
    const name = state.room.seats[turn.seat]?.name ?? ''
    return { type: null, label: m.waiting_for({ name }), others }
  }
  if (arrangement.touched) {
    const count = arrangement.laid.length
    const legal = verdict?.legal ?? false
    const label = count > 0 ? m.lay({ count }) : m.not_yet()
    return { type: legal && count > 0 ? 'play' : null, label, others }
  }
  if (turn.may.includes('draw')) return { type: 'draw', label: m.draw_tile(), others }
  if (turn.may.includes('pass')) return { type: 'pass', label: m.pass_turn(), others }
  return { type: null, label: m.not_yet(), others }
}
