/** A step of a replay in words. */
import { m } from '../paraglide/messages.js'
import type { Replay } from '../protocol.gen'
import { tileNames } from '../tiles/names'
import { parseMeld } from '../tiles/tile'
import type { Player } from './player.svelte'

export function stepText(replay: Replay, player: Player): string {
  const { step, round } = player
  if (!step || !round) return ''
  const name = replay.players[step.seat ?? round.start] ?? ''
  const laid = parseMeld(step.laid)
  switch (step.action) {
    case 'deal':
      return m.replay_dealt({ name: replay.players[round.start] ?? '' })
    case 'play':
      return m.event_laid({ name, count: laid.length, tiles: tileNames(laid) })
    case 'draw':
      return m.replay_draws({ name, tiles: tileNames(parseMeld(step.drawn)) })
    case 'pass':
      return m.event_passed({ name })
    case 'timeout':
      return m.event_timed_out({ name, count: parseMeld(step.drawn).length })
    case 'redeal':
      return m.event_redealt({ name })
    case 'leave':
      return m.event_left({ name })
  }
}
