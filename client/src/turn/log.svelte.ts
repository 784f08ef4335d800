/**
 * The turns of a round as this device saw them, with the table before and after each, so that any of
 * them can be shown again. Kept on the device, for the server tells a newcomer only how things stand.
 */
import { keep, kept } from '../app/storage'
import type { Room } from '../net/room.svelte'
import type { RoomEvent, RoundState } from '../protocol.gen'
import { parseMeld } from '../tiles/tile'

export interface LoggedTurn {
  readonly seat: number
  readonly type: 'played' | 'drew' | 'passed' | 'timed-out'
  /** The tiles laid, in notation, and how many came from the pool. */
  readonly laid: string
  readonly drawn: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

interface Course {
  readonly round: string
  /** The last event that is in it. */
  readonly seen: number
  /** Whether it was followed from the deal on. */
  readonly whole: boolean
  readonly began: number
  readonly ended: number | null
  readonly turns: readonly LoggedTurn[]
}

export interface Summary {
  readonly turns: number
  readonly minutes: number
  readonly biggest: LoggedTurn | null
}

const key = (code: string) => `tilerummy.log.${code}`
export const size = (turn: LoggedTurn): number => parseMeld(turn.laid).length

/** Nobody has done anything yet. */
function isFresh(round: RoundState): boolean {
  const same = round.counts.every((count) => count === round.counts[0])
  return same && round.table.length === 0 && round.turn?.seat === round.start && !round.turn.drawn
}

export class TurnLog {
  readonly close: () => void
  readonly #room: Room
  #course: Course | null = $state.raw(null)
  #table: readonly string[] = []

  readonly turns: readonly LoggedTurn[] = $derived(this.#course?.turns ?? [])
  readonly whole: boolean = $derived(this.#course?.whole ?? false)

  constructor(room: Room) {
    this.#room = room
    this.close = room.listen({
      welcomed: () => this.#welcomed(),
      happened: (event) => this.#happened(event),
    })
  }

  /** What a round comes to, if it was seen from beginning to end. */
  get summary(): Summary | null {
    const course = this.#course
    if (!course?.whole || course.ended === null) return null
    const [biggest = null] = course.turns.toSorted((a, b) => size(b) - size(a))
    const turns = course.turns.filter((turn, i) => turn.seat !== course.turns[i - 1]?.seat).length
    const minutes = Math.max(1, Math.round((course.ended - course.began) / 60_000))
    return { turns, minutes, biggest: biggest && size(biggest) > 0 ? biggest : null }
  }

  #welcomed(): void {
    const round = this.#room.state?.round
    if (!round) return
    const known = kept(key(this.#room.code)) as Course | null
    const begun = { ...this.#begin(round), whole: isFresh(round) }
    this.#course =
      known?.round === round.commitment
        ? { ...known, whole: known.whole && known.seen === this.#room.seen }
        : begun
    this.#table = round.table
    this.#keep()
  }

  #begin({ commitment }: RoundState): Course {
    const { seen } = this.#room
    return { round: commitment, seen, whole: true, began: Date.now(), ended: null, turns: [] }
  }

  #happened(event: RoomEvent): void {
    const round = this.#room.state?.round
    if (!round) return
    if (event.type === 'began' || event.type === 'redealt') this.#course = this.#begin(round)
    const course = this.#course
    if (!course) return
    const turn = logged(event, this.#table)
    const ended = event.type === 'ended' ? Date.now() : course.ended
    const turns = turn ? [...course.turns, turn] : course.turns
    this.#course = { ...course, turns, ended, seen: this.#room.seen }
    this.#table = round.table
    this.#keep()
  }

  #keep(): void {
    keep(key(this.#room.code), this.#course)
  }
}

function logged(event: RoomEvent, before: readonly string[]): LoggedTurn | null {
  switch (event.type) {
    case 'played': {
      const { seat, laid, table } = event
      return { seat, type: 'played', laid, drawn: 0, before, after: table }
    }
    case 'timed-out': {
      const { seat, laid, penalty, table } = event
      return { seat, type: 'timed-out', laid, drawn: penalty, before, after: table }
    }
    case 'drew':
      return { seat: event.seat, type: 'drew', laid: '', drawn: event.drawn, before, after: before }
    case 'passed':
      return { seat: event.seat, type: 'passed', laid: '', drawn: 0, before, after: before }
    default:
      return null
  }
}
