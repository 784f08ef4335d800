/** What people type before a match or a timer starts, kept as they type it. */

import { type Facts, findFacts, RULEBOOKS } from '../boxes/facts'
import type { Foreign } from './decode'
import { FEWEST_PLAYERS, MOST_NAME, MOST_PLAYERS } from './match'
import { newTimer, type SeatTime, type Timer, type TimerWishes } from './timer'

export interface Setup {
  readonly rules: string
  readonly name: string
  readonly names: readonly string[]
  readonly length: number | null
  /** Whether the number of rounds was chosen by hand; if not, the rulebook suggests it. */
  readonly chosen: boolean
}

export function newSetup(rules: string): Setup {
  const known = findFacts(rules) ?? RULEBOOKS[0]
  return { rules: known?.id ?? '', name: '', names: ['', ''], length: null, chosen: false }
}

export function readSetup(from: Foreign): Setup {
  const rules = from.get('rules')
  const names = from.get('names')
  const list = names.list(MOST_PLAYERS).map((name) => name.text(MOST_NAME))
  return {
    rules: findFacts(rules.text(60))?.id ?? rules.refuse(),
    name: from.get('name').text(80),
    names: list.length >= FEWEST_PLAYERS ? list : names.refuse(),
    length: from.get('length').maybe((inner) => inner.whole(1, 200)),
    chosen: from.get('chosen').flag(),
  }
}

/** What the rulebook says about time, with a usual choice where it is silent. */
export function timerWishes(facts: Facts): TimerWishes {
  return {
    mode: 'turn',
    limit: facts.time.limit,
    bank: 600,
    increment: 10,
    extra: 30,
    extras: null,
    warning: 10,
    untimedOpening: facts.time.timed === 'after-opening',
  }
}

/** A timer as the device keeps it: with the rulebook it goes by and the names of its seats. */
export interface KeptTimer {
  readonly rules: string
  readonly names: readonly string[]
  readonly timer: Timer
}

const LONGEST = 24 * 3600
const EVER = Number.MAX_SAFE_INTEGER

export function readTimer(from: Foreign): KeptTimer {
  const rules = from.get('rules')
  const list = from.get('names')
  const names = list.list(40).map((name) => name.text(MOST_NAME))
  const timer = readTimerValue(from.get('timer'), names.length)
  if (names.length < FEWEST_PLAYERS) list.refuse()
  return { rules: findFacts(rules.text(60))?.id ?? rules.refuse(), names, timer }
}

function readTimerValue(from: Foreign, seats: number): Timer {
  const list = from.get('seats')
  const times = list.list(40).map(readSeat)
  if (times.length !== seats) list.refuse()
  return {
    wishes: readWishes(from.get('wishes')),
    turn: from.get('turn').whole(0, seats - 1),
    turns: from.get('turns').whole(0, EVER),
    since: from.get('since').maybe((inner) => inner.whole(0, EVER)),
    used: from.get('used').whole(0, EVER),
    added: from.get('added').whole(0, EVER),
    seats: times,
    before: from.get('before').maybe((inner) => readTimerValue(inner, seats)),
  }
}

export function readWishes(from: Foreign): TimerWishes {
  return {
    mode: from.get('mode').oneOf(['turn', 'bank']),
    limit: from.get('limit').whole(0, LONGEST),
    bank: from.get('bank').whole(1, LONGEST),
    increment: from.get('increment').whole(0, LONGEST),
    extra: from.get('extra').whole(1, LONGEST),
    extras: from.get('extras').maybe((inner) => inner.whole(0, 99)),
    warning: from.get('warning').whole(0, LONGEST),
    untimedOpening: from.get('untimedOpening').flag(),
  }
}

function readSeat(from: Foreign): SeatTime {
  return {
    bank: from.get('bank').whole(0, EVER),
    extrasUsed: from.get('extrasUsed').whole(0, EVER),
    opened: from.get('opened').flag(),
  }
}

/** The timer for the players as they are now: new names, or a new start if their number changed. */
export function followNames(kept: KeptTimer, names: readonly string[]): KeptTimer {
  if (names.length === kept.names.length) return { ...kept, names }
  return rewound({ ...kept, names })
}

/** The same timer before its first turn. */
export function rewound(kept: KeptTimer): KeptTimer {
  return { ...kept, timer: newTimer(kept.timer.wishes, kept.names.length) }
}
