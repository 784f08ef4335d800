/** Settings of a room in words. */
import { m } from '../paraglide/messages.js'
import type { RoomSettings } from '../protocol.gen'

/** What is on or off. */
export const SWITCHES = ['hints', 'public', 'spectators', 'live', 'takeover'] as const

export const switchName = (name: (typeof SWITCHES)[number]): string =>
  ({
    hints: m.set_hints,
    public: m.set_public,
    spectators: m.set_spectators,
    live: m.set_live,
    takeover: m.set_takeover,
  })[name]()

export type Pace = NonNullable<RoomSettings['pace']>
export const PACES: readonly Pace[] = ['calm', 'normal', 'fast']

export const paceName = (pace: Pace): string =>
  ({ calm: m.pace_calm, normal: m.pace_normal, fast: m.pace_fast })[pace]()

export type Late = NonNullable<RoomSettings['late']>
export const LATES: readonly Late[] = ['now', 'next', 'no']

export const lateName = (late: Late): string =>
  ({ now: m.latecomers_now, next: m.latecomers_next, no: m.latecomers_no })[late]()
