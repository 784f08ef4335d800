/**
 * The turn timer. It holds no ticking thing: a timer is a value that says since when the turn has
 * been running, and what is left follows from the time it is asked. So a reload, a sleeping phone
 * or a page in the background change nothing. Times are milliseconds, wishes are seconds.
 *
 * Two modes: `turn` gives every turn the same limit (0 is none, the clock then counts up), `bank`
 * gives every player a bank for the whole round and an increment after each turn.
 */
export interface TimerWishes {
  readonly mode: 'turn' | 'bank'
  readonly limit: number
  readonly bank: number
  readonly increment: number
  /** How long one press of "more time" is, and how often each player may ask; null is always. */
  readonly extra: number
  readonly extras: number | null
  /** How many seconds before the end the warning sounds. */
  readonly warning: number
  /** Whether turns up to a player's opening have no limit. */
  readonly untimedOpening: boolean
}

export interface Timer {
  readonly wishes: TimerWishes
  readonly turn: number
  readonly turns: number
  /** When the clock was last set going; null while it stands. */
  readonly since: number | null
  /** What this turn had used when the clock last stood. */
  readonly used: number
  /** Extra time of this turn. */
  readonly added: number
  readonly seats: readonly SeatTime[]
  /** The timer before the last tap, to take a slip back. */
  readonly before: Timer | null
}

export interface SeatTime {
  readonly bank: number
  readonly extrasUsed: number
  readonly opened: boolean
}

export const SECOND = 1000

export function newTimer(wishes: TimerWishes, seats: number, turn = 0): Timer {
  const seat: SeatTime = { bank: wishes.bank * SECOND, extrasUsed: 0, opened: false }
  return {
    wishes,
    turn,
    turns: 0,
    since: null,
    used: 0,
    added: 0,
    seats: Array.from({ length: seats }, () => seat),
    before: null,
  }
}

/** How long this turn has been running. */
export function spent(timer: Timer, now: number): number {
  return timer.used + (timer.since === null ? 0 : Math.max(0, now - timer.since))
}

/** What is left of this turn, below zero when it is late; null if it has no limit. */
export function left(timer: Timer, now: number): number | null {
  const whole = allowed(timer)
  return whole === null ? null : whole - spent(timer, now)
}

/** What this turn may take altogether; null if it has no limit. */
export function allowed(timer: Timer): number | null {
  const { wishes } = timer
  if (isUntimed(timer)) return null
  if (wishes.mode === 'bank') return (timer.seats[timer.turn]?.bank ?? 0) + timer.added
  return wishes.limit > 0 ? wishes.limit * SECOND + timer.added : null
}

/** Whether the player on turn has not opened under a rulebook that times only what follows. */
export function isUntimed(timer: Timer): boolean {
  return timer.wishes.untimedOpening && !timer.seats[timer.turn]?.opened
}

export function isLate(timer: Timer, now: number): boolean {
  const rest = left(timer, now)
  return rest !== null && rest <= 0
}

/** Whether nobody has set this timer going yet. */
export function isFresh(timer: Timer): boolean {
  return timer.turns === 0 && timer.used === 0 && timer.since === null
}

export function isRunning(timer: Timer): boolean {
  return timer.since !== null
}

export function start(timer: Timer, now: number): Timer {
  return timer.since === null ? { ...timer, since: now } : timer
}

export function pause(timer: Timer, now: number): Timer {
  return { ...timer, used: spent(timer, now), since: null }
}

/** The next player's turn begins at once, whether or not the clock stood. */
export function next(timer: Timer, now: number, { opened = false } = {}): Timer {
  const stood = pause(timer, now)
  const rest = Math.max(0, left(stood, now) ?? 0) + timer.wishes.increment * SECOND
  const bank = (seat: SeatTime) =>
    timer.wishes.mode === 'bank' && !isUntimed(timer) ? rest : seat.bank
  return {
    ...timer,
    turn: (timer.turn + 1) % timer.seats.length,
    turns: timer.turns + 1,
    since: now,
    used: 0,
    added: 0,
    seats: changed(timer, (seat) => ({ ...seat, bank: bank(seat), opened: seat.opened || opened })),
    before: { ...stood, before: null },
  }
}

/** Take the last tap back: the turn before goes on where it was. */
export function back(timer: Timer, now: number): Timer {
  return timer.before ? { ...timer.before, since: now } : timer
}

/** Whether the player on turn may still ask for more time. */
export function mayAsk(timer: Timer): boolean {
  const { extras } = timer.wishes
  const seat = timer.seats[timer.turn]
  return allowed(timer) !== null && (extras === null || (seat?.extrasUsed ?? 0) < extras)
}

/** More time for this turn. When it was over already, it counts from now. */
export function askMore(timer: Timer, now: number): Timer {
  if (!mayAsk(timer)) return timer
  const late = Math.max(0, -(left(timer, now) ?? 0))
  return {
    ...timer,
    added: timer.added + late + timer.wishes.extra * SECOND,
    seats: changed(timer, (seat) => ({ ...seat, extrasUsed: seat.extrasUsed + 1 })),
  }
}

/** What is left in a player's bank at this moment. */
export function bankLeft(timer: Timer, seat: number, now: number): number {
  const rest = seat === timer.turn ? left(timer, now) : null
  return Math.max(0, rest ?? timer.seats[seat]?.bank ?? 0)
}

export type Cue = 'warning' | 'tick' | 'end'

/** What should be heard between two moments: a warning, the last three seconds, the end. */
export function cues(timer: Timer, from: number, to: number): readonly Cue[] {
  const before = left(timer, from)
  const after = left(timer, to)
  if (before === null || after === null || timer.since === null) return []
  const passed = (mark: number) => before > mark * SECOND && after <= mark * SECOND
  const heard: Cue[] = []
  if (timer.wishes.warning > 3 && passed(timer.wishes.warning)) heard.push('warning')
  if ([3, 2, 1].some(passed)) heard.push('tick')
  if (passed(0)) heard.push('end')
  return heard
}

/** As people read it: "1:05"; what is left is rounded up, so that zero means zero. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(Math.abs(milliseconds) / SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function changed(timer: Timer, step: (seat: SeatTime) => SeatTime): readonly SeatTime[] {
  return timer.seats.map((seat, index) => (index === timer.turn ? step(seat) : seat))
}
