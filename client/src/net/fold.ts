/** What a room looks like after a message: state in, message in, new state out. */
import type {
  Chatted,
  Presence,
  RoomEvent,
  RoomState,
  RoundResult,
  RoundState,
  SeatsChanged,
  Turn,
  Welcome,
} from '../protocol.gen'

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

/** Everything anew. The result of a round stays in view until the next one begins. */
export function welcomed({ room, round, chat }: Welcome): Folded {
  const result = round && !round.over ? null : (room.rounds.at(-1) ?? null)
  return { room, round, result, chat }
}

export function withPresence(state: Folded, { connected, watching }: Presence): Folded {
  const seats = state.room.seats.map((seat, i) => ({ ...seat, connected: connected[i] ?? false }))
  return { ...state, room: { ...state.room, seats, watching } }
}

export function withTurn(state: Folded, turn: Turn | null): Folded {
  return inRound(state, () => ({ turn }))
}

/** Who sits where, and what that means for me. */
function placesIn({ seats, you, host, waits, removed }: SeatsChanged): Partial<RoomState> {
  return { seats, you, host, waits, removed }
}

export function fold(state: Folded, event: RoomEvent): Folded {
  const { room } = state
  switch (event.type) {
    case 'seats':
      return { ...state, room: { ...room, ...placesIn(event) } }
    case 'settings':
      return { ...state, room: { ...room, settings: event.settings } }
    case 'began':
    case 'redealt':
      return { ...state, room: { ...room, phase: 'playing' }, round: event.round, result: null }
    case 'drew':
      return inRound(state, (round) => ({
        counts: at(round.counts, event.seat, event.count),
        pool: event.pool,
        rack: event.rack ?? round.rack,
      }))
    case 'played':
    case 'timed-out':
      return inRound(state, (round) => ({
        table: event.table,
        counts: at(round.counts, event.seat, event.count),
        opened: event.opening === null ? round.opened : at(round.opened, event.seat, true),
        pool: 'pool' in event ? event.pool : round.pool,
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
