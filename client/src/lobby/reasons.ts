/** Why somebody is removed from a room, in words. */
import { m } from '../paraglide/messages.js'
import type { RemovalReason } from '../protocol.gen'

export const REASONS: readonly RemovalReason[] = ['away', 'seat', 'conduct', 'none']

export const reasonName = (reason: RemovalReason): string =>
  ({ away: m.reason_away, seat: m.reason_seat, conduct: m.reason_conduct, none: m.reason_none })[
    reason
  ]()
