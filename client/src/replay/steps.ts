/** A step of a replay in words. */
import { m } from '../paraglide/messages.js'
import type { Replay, ReplayStep } from '../protocol.gen'
import { tileNames } from '../tiles/names'
import { parseMeld } from '../tiles/tile'
import type { Player } from './player.svelte'

export function stepText(replay: Replay, player: Player): string {
  const { step, round } = player
  if (!step || !round) return ''
  if (step.seat === null) return m.replay_dealt({ name: replay.players[round.start] ?? '' })
  return moveText(replay, step)
}

/** What somebody did. */
export function moveText(replay: Replay, step: ReplayStep): string {
  const name = replay.players[step.seat ?? 0] ?? ''
  const laid = parseMeld(step.laid)
  switch (step.action) {
    case 'deal':
      return ''
    case 'play':
      return m.event_laid({ name, count: laid.length, tiles: tileNames(laid) })
    case 'draw':
      return m.replay_draws({ name, tiles: tileNames(parseMeld(step.drawn)) })
    case 'pass':
      return m.replay_passes({ name })
    case 'timeout':
      return m.event_timed_out({ name, count: parseMeld(step.drawn).length })
    case 'redeal':
      return m.event_redealt({ name })
    case 'leave':
      return m.event_left({ name })
  }
}
