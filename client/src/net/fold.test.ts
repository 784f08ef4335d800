import { describe, expect, it } from 'vitest'
import type { RoomEvent, RoomState, RoundResult, RoundState, Seat, Welcome } from '../protocol.gen'
import { type Folded, fold, welcomed, withPresence, withTurn } from './fold'

const seat = (name: string): Seat => ({
  kind: 'person',
  name,
  level: null,
  away: false,
  ready: true,
  host: name === 'Anna',
  connected: true,
  next: '',
})

const room: RoomState = {
  code: 'ABCDEF',
  settings: { rulebook: 'jumbo' },
  phase: 'playing',
  seats: [seat('Anna'), seat('Ben')],
  you: 0,
  host: true,
  rounds: [],
  totals: [0, 0],
  watching: 0,
  waits: null,
  removed: [],
}

const round: RoundState = {
  index: 0,
  commitment: 'c',
  start: 0,
  draws: [],
  table: ['r4 r5 r6'],
  rack: 'k1 k2',
  counts: [2, 3],
  opened: [true, false],
  left: [false, false],
  pool: 50,
  turn: { seat: 0, drawn: false, may: ['play', 'draw'], clock: null },
  over: false,
}

const state: Folded = { room, round, result: null, chat: [] }
const result: RoundResult = {
  index: 0,
  reason: 'out',
  winner: 1,
  scores: [-3, 3],
  racks: ['k1 k2', ''],
  seed: 's',
  commitment: 'c',
  record: 'id',
}

describe('a round', () => {
  it('has the table that a play leaves, and the counts; my rack only changes with my own', () => {
    const played = fold(state, {
      type: 'played',
      seat: 1,
      laid: 'r7',
      table: ['r4 r5 r6 r7'],
      opening: 30,
      count: 2,
      rack: null,
    })
    expect(played.round).toMatchObject({
      table: ['r4 r5 r6 r7'],
      counts: [2, 2],
      opened: [true, true],
      rack: 'k1 k2',
      pool: 50,
    })
  })

  it('has fewer tiles in the pool after a draw and after a penalty', () => {
    const drew = fold(state, {
      type: 'drew',
      seat: 0,
      tiles: 'b3',
      drawn: 1,
      count: 3,
      pool: 49,
      rack: 'k1 k2 b3',
    })
    expect(drew.round).toMatchObject({ rack: 'k1 k2 b3', counts: [3, 3], pool: 49 })
    const late = fold(drew, {
      type: 'timed-out',
      result: 'undone',
      seat: 1,
      kept: false,
      laid: '',
      table: ['r4 r5 r6'],
      opening: null,
      penalty: 3,
      tiles: null,
      count: 6,
      pool: 46,
      rack: null,
    })
    expect(late.round).toMatchObject({ counts: [3, 6], opened: [true, false], pool: 46 })
  })

  it('ends once, however often that is told', () => {
    const ended: RoomEvent = { type: 'ended', result, totals: [-3, 3], phase: 'between' }
    const over = fold(fold(state, ended), ended)
    expect(over.room.rounds).toHaveLength(1)
    expect(over.room.phase).toBe('between')
    expect(over.round).toMatchObject({ over: true, turn: null })
    const next = fold(over, { type: 'began', round })
    expect([next.result, next.room.phase]).toEqual([null, 'playing'])
  })

  it('goes on with the turn that is told, and without a round there is none', () => {
    const turn = { seat: 1, drawn: false, may: [], clock: null }
    expect(withTurn(state, turn).round?.turn).toEqual(turn)
    expect(withTurn({ ...state, round: null }, turn).round).toBeNull()
  })

  it('leaves the earlier state as it was', () => {
    const before = JSON.stringify(state)
    fold(state, { type: 'left', seat: 1 })
    fold(state, { type: 'passed', seat: 0 })
    expect(JSON.stringify(state)).toBe(before)
  })
})

describe('a room', () => {
  const welcome: Welcome = {
    type: 'welcome',
    protocol: 1,
    number: 7,
    room: { ...room, rounds: [result] },
    round,
    draft: null,
    chat: [],
  }

  it('shows the last result until the next round begins', () => {
    expect(welcomed(welcome).result).toBeNull()
    expect(welcomed({ ...welcome, round: { ...round, over: true } }).result?.winner).toBe(1)
    expect(welcomed({ ...welcome, round: null }).result?.winner).toBe(1)
  })

  it('knows who is connected', () => {
    const present = withPresence(state, { type: 'presence', connected: [true], watching: 2 })
    expect(present.room.seats.map(({ connected }) => connected)).toEqual([true, false])
    expect(present.room.watching).toBe(2)
  })

  it('keeps the last two hundred lines of chat', () => {
    const line = (n: number) =>
      ({ type: 'chatted', seat: 0, name: 'Anna', text: `${n}`, at: n }) as const
    let said = state
    for (let n = 0; n < 205; n += 1) said = fold(said, line(n))
    expect([said.chat.length, said.chat[0]?.text]).toEqual([200, '5'])
  })
})
