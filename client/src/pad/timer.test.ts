import { describe, expect, it } from 'vitest'
import {
  askMore,
  back,
  bankLeft,
  clockText,
  cues,
  isLate,
  isUntimed,
  left,
  mayAsk,
  newTimer,
  next,
  pause,
  spent,
  start,
  type TimerWishes,
} from './timer'

const minute: TimerWishes = {
  mode: 'turn',
  limit: 60,
  bank: 300,
  increment: 5,
  extra: 30,
  extras: null,
  warning: 10,
  untimedOpening: false,
}
const bank: TimerWishes = { ...minute, mode: 'bank' }
const t = (seconds: number) => 1_000_000 + seconds * 1000

describe('a turn with a limit', () => {
  it('stands until somebody sets it going', () => {
    const timer = newTimer(minute, 3)
    expect(left(timer, t(500))).toBe(60_000)
    expect(left(start(timer, t(0)), t(20))).toBe(40_000)
  })

  it('keeps its time through a pause', () => {
    const paused = pause(start(newTimer(minute, 3), t(0)), t(15))
    expect(left(paused, t(1000))).toBe(45_000)
    expect(left(start(paused, t(1000)), t(1010))).toBe(35_000)
  })

  it('keeps its time when it is written down and read again', () => {
    const timer = start(newTimer(minute, 3), t(0))
    expect(left(JSON.parse(JSON.stringify(timer)), t(33))).toBe(27_000)
  })

  it('passes to the next player, and round the table', () => {
    let timer = start(newTimer(minute, 3, 1), t(0))
    timer = next(timer, t(10))
    expect([timer.turn, left(timer, t(10))]).toEqual([2, 60_000])
    timer = next(timer, t(20))
    expect([timer.turn, timer.turns]).toEqual([0, 2])
  })

  it('is late when nothing is left', () => {
    const timer = start(newTimer(minute, 2), t(0))
    expect(isLate(timer, t(59.9))).toBe(false)
    expect(isLate(timer, t(60))).toBe(true)
    expect(left(timer, t(65))).toBe(-5000)
  })

  it('can be longer for once', () => {
    const timer = askMore(start(newTimer(minute, 2), t(0)), t(50))
    expect(left(timer, t(50))).toBe(40_000)
    expect(left(next(timer, t(60)), t(60))).toBe(60_000)
  })

  it('counts extra time from now when it was over already', () => {
    const timer = askMore(start(newTimer(minute, 2), t(0)), t(75))
    expect(left(timer, t(75))).toBe(30_000)
  })

  it('gives extra time only as often as agreed, to each player', () => {
    let timer = start(newTimer({ ...minute, extras: 1 }, 2), t(0))
    timer = askMore(timer, t(1))
    expect(mayAsk(timer)).toBe(false)
    expect(askMore(timer, t(2))).toBe(timer)
    timer = next(timer, t(3))
    expect(mayAsk(timer)).toBe(true)
    expect(mayAsk(next(timer, t(4)))).toBe(false)
  })

  it('takes a slip of the finger back', () => {
    const first = start(newTimer(minute, 2), t(0))
    const slipped = next(first, t(20))
    const again = back(slipped, t(22))
    expect([again.turn, left(again, t(22))]).toEqual([0, 40_000])
    expect(back(first, t(5))).toBe(first)
  })

  it('may have no limit and then counts up', () => {
    const timer = start(newTimer({ ...minute, limit: 0 }, 2), t(0))
    expect(left(timer, t(500))).toBeNull()
    expect(spent(timer, t(500))).toBe(500_000)
    expect(mayAsk(timer)).toBe(false)
    expect(isLate(timer, t(500))).toBe(false)
  })
})

describe('a rulebook that times only what follows the opening', () => {
  const piatnik = { ...minute, untimedOpening: true }

  it('leaves turns alone until the player has opened', () => {
    let timer = start(newTimer(piatnik, 2), t(0))
    expect(isUntimed(timer)).toBe(true)
    expect(left(timer, t(100))).toBeNull()
    timer = next(timer, t(100), { opened: true })
    expect(isUntimed(timer)).toBe(true)
    timer = next(timer, t(110))
    expect([timer.turn, left(timer, t(110))]).toEqual([0, 60_000])
    expect(isUntimed(next(timer, t(120)))).toBe(true)
  })

  it('takes nothing from the bank before the opening', () => {
    let timer = start(newTimer({ ...bank, untimedOpening: true }, 2), t(0))
    timer = next(timer, t(200), { opened: true })
    expect(bankLeft(timer, 0, t(200))).toBe(300_000)
  })
})

describe('a bank for the whole round', () => {
  it('is used turn by turn and gets its increment', () => {
    let timer = start(newTimer(bank, 2), t(0))
    timer = next(timer, t(40))
    expect(bankLeft(timer, 0, t(40))).toBe(265_000)
    expect(bankLeft(timer, 1, t(50))).toBe(290_000)
    timer = next(timer, t(50))
    expect(left(timer, t(50))).toBe(265_000)
  })

  it('never falls below nothing', () => {
    const timer = next(start(newTimer(bank, 2), t(0)), t(400))
    expect(bankLeft(timer, 0, t(400))).toBe(5000)
  })

  it('keeps extra time', () => {
    let timer = askMore(start(newTimer(bank, 2), t(0)), t(10))
    timer = next(timer, t(20))
    expect(bankLeft(timer, 0, t(20))).toBe(315_000)
  })
})

describe('sounds', () => {
  const timer = start(newTimer(minute, 2), t(0))

  it('are a warning, the last three seconds and the end, each once', () => {
    expect(cues(timer, t(49.8), t(50))).toEqual(['warning'])
    expect(cues(timer, t(50), t(50.2))).toEqual([])
    expect(cues(timer, t(56.9), t(57.1))).toEqual(['tick'])
    expect(cues(timer, t(59.9), t(60.1))).toEqual(['end'])
    expect(cues(timer, t(60.1), t(99))).toEqual([])
  })

  it('are silent while the clock stands or has no limit', () => {
    expect(cues(pause(timer, t(1)), t(0), t(70))).toEqual([])
    expect(cues(start(newTimer({ ...minute, limit: 0 }, 2), t(0)), t(0), t(70))).toEqual([])
  })
})

describe('digits', () => {
  it.each([
    [60_000, '1:00'],
    [59_001, '1:00'],
    [9_000, '0:09'],
    [1, '0:01'],
    [0, '0:00'],
    [-5_000, '0:05'],
    [600_000, '10:00'],
  ])('%i ms read %s', (milliseconds, text) => {
    expect(clockText(milliseconds)).toBe(text)
  })
})
