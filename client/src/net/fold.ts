/** What a room looks like after an event: state in, event in, new state out. */
import type { Chatted, RoomEvent, RoomState, RoundResult, RoundState, Turn } from '../protocol.gen'

export interface Folded {
  readonly room: RoomState
  readonly round: RoundState | null
  readonly result: RoundResult | null
  readonly chat: readonly Chatted[]
}

function at<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((old, i) => (i === index ? value : old))
}

function inRound(state: Folded, change: (round: RoundState) => Partial<RoundState>): Folded {
  return state.round ? { ...state, round: { ...state.round, ...change(state.round) } } : state
}

export function fold(state: Folded, event: RoomEvent): Folded {
  const { room } = state
  switch (event.type) {
    case 'seats':
      return { ...state, room: { ...room, seats: event.seats, you: event.you, host: event.host } }
    case 'settings':
      return { ...state, room: { ...room, settings: event.settings } }
    case 'began':
    case 'redealt':
      return { ...state, room: { ...room, phase: 'playing' }, round: event.round, result: null }
    case 'played':
      return inRound(state, (round) => ({
        table: event.table,
        counts: at(round.counts, event.seat, event.count),
        opened: event.opening === null ? round.opened : at(round.opened, event.seat, true),
        rack: event.rack ?? round.rack,
      }))
    case 'drew':
      return inRound(state, (round) => ({
        counts: at(round.counts, event.seat, event.count),
        pool: event.pool,
        rack: event.rack ?? round.rack,
      }))
    case 'timed-out':
      return inRound(state, (round) => ({
        table: event.table,
        counts: at(round.counts, event.seat, event.count),
        opened: event.opening === null ? round.opened : at(round.opened, event.seat, true),
        pool: event.pool,
        rack: event.rack ?? round.rack,
      }))
    case 'left':
      return inRound(state, (round) => ({ left: at(round.left, event.seat, true) }))
    case 'ended': {
      const rounds = [
        ...room.rounds.filter(({ index }) => index !== event.result.index),
        event.result,
      ]
      const next = {
        ...state,
        room: { ...room, rounds, totals: event.totals, phase: event.phase },
        result: event.result,
      }
      return inRound(next, () => ({ over: true, turn: null }))
    }
    case 'rematch':
      return { ...state, room: event.room, round: null, result: null }
    case 'chatted':
      return { ...state, chat: [...state.chat, event].slice(-200) }
    case 'passed':
      return state
  }
}

export function withTurn(state: Folded, turn: Turn | null): Folded {
  return inRound(state, () => ({ turn }))
}
