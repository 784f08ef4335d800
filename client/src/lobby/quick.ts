/** One click to a game against bots, with as many of them and as much time as was chosen last. */
import { router } from '../app/router.svelte'
import { settings } from '../app/settings.svelte'
import { findFacts } from '../boxes/facts'
import * as api from '../net/api'
import { m } from '../paraglide/messages.js'
import type { AnyClock, CreateRoom } from '../protocol.gen'

/** More than any booklet allows: for those who want a clock and a calm game. */
export const LONG_TURN = 240

const CLOCKS: Readonly<Record<typeof settings.clock, AnyClock>> = {
  none: { type: 'none' },
  long: { type: 'limit', seconds: LONG_TURN },
  book: { type: 'book' },
}

export const ownName = (): string => settings.name.trim() || m.your_name_default()

/** How many bots there can be beside one person. */
export const mostBots = (rulebook: string): number => (findFacts(rulebook)?.players.most ?? 4) - 1

/** Make a room and go there. */
export async function enter(room: Omit<CreateRoom, 'name'>): Promise<void> {
  const { code } = await api.createRoom({ ...room, name: ownName() })
  router.go(`/room/${code}`)
}

export async function playBots(rulebook: string): Promise<void> {
  const count = Math.min(settings.bots, mostBots(rulebook))
  const clock = CLOCKS[settings.clock]
  const bots = Array<string>(count).fill(settings.level)
  await enter({
    settings: { rulebook, seats: count + 1, clock, pace: settings.pace },
    bots,
    start: true,
  })
}
