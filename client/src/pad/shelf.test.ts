import { describe, expect, it } from 'vitest'
import { factsOf } from '../boxes/facts'
import { parseJson } from './decode'
import { change, keep, writeDraft } from './history'
import { addPlayer, type Match, newMatch } from './match'
import { newRound } from './rounds'
import { followNames, newSetup, readSetup, readTimer, rewound, timerWishes } from './setup'
import { Nowhere, Shelf } from './shelf'
import { askMore, isFresh, newTimer, next, start } from './timer'

const match = (id: string, changed: number): Match => ({
  ...newMatch({ id, name: id, rules: 'jumbo', names: ['Anna', 'Ben'], length: null, now: 1 }),
  changed,
})

/** A device with room for so many letters. */
class Small extends Nowhere {
  readonly #room: number
  constructor(room: number) {
    super()
    this.#room = room
  }
  override setItem(key: string, value: string): void {
    const others = Array.from({ length: this.length }, (_, index) => this.key(index) ?? '')
      .filter((other) => other !== key)
      .reduce((sum, other) => sum + (this.getItem(other)?.length ?? 0), 0)
    if (others + value.length > this.#room) throw new Error('full')
    super.setItem(key, value)
  }
}

describe('the device', () => {
  it('gives matches back, the last one first', () => {
    const shelf = new Shelf(new Nowhere())
    shelf.putMatch(keep(match('old', 1)))
    shelf.putMatch(keep(match('new', 2)))
    expect(shelf.matches().map((kept) => kept.match.id)).toEqual(['new', 'old'])
    shelf.removeMatch('new')
    expect(shelf.matches().map((kept) => kept.match.id)).toEqual(['old'])
  })

  it('leaves alone what it cannot read', () => {
    const place = new Nowhere()
    place.setItem('tilerummy.pad.match.x', '{"of": "another version"}')
    place.setItem('something.else', '1')
    expect(new Shelf(place).matches()).toEqual([])
    expect(place.getItem('tilerummy.pad.match.x')).not.toBeNull()
  })

  it('keeps a match even if a draft has no place in it any more', () => {
    const shelf = new Shelf(new Nowhere())
    const kept = writeDraft(keep(match('m', 1)), newRound('r', ['p1', 'p5']))
    shelf.putMatch(kept)
    expect(shelf.matches()).toEqual([{ ...kept, drafts: [] }])
  })

  it('lets other matches forget their past when there is no room', () => {
    const small = new Shelf(new Small(900))
    const long = change(keep(match('long', 1)), addPlayer(match('long', 1), 'Carla'), 2)
    small.putMatch(change(long, addPlayer(long.match, 'Dan'), 3))
    small.putMatch(keep(match('other', 4)))
    const [other, first] = small.matches()
    expect(other?.match.id).toBe('other')
    expect(first?.match.players).toHaveLength(4)
    expect(first?.past).toEqual([])
  })

  it('says so when nothing can be kept', () => {
    expect(() => new Shelf(new Small(10)).putMatch(keep(match('m', 1)))).toThrow('full')
  })
})

describe('a timer on the device', () => {
  const wishes = timerWishes(factsOf('piatnik-travel'))
  const kept = {
    rules: 'piatnik-travel',
    names: ['Anna', 'Ben'],
    timer: next(askMore(start(newTimer(wishes, 2), 1000), 2000), 3000, { opened: true }),
  }

  it('comes back as it was', () => {
    expect(readTimer(parseJson(JSON.stringify(kept)))).toEqual(kept)
    expect(wishes).toMatchObject({ limit: 60, untimedOpening: true })
  })

  it('is refused when its seats do not fit its names', () => {
    const text = JSON.stringify({ ...kept, names: ['Anna', 'Ben', 'Carla'] })
    expect(() => readTimer(parseJson(text))).toThrow('timer.seats')
  })

  it('follows the names of the match, and starts anew for another number of players', () => {
    expect(followNames(kept, ['Anna', 'Bert']).timer).toBe(kept.timer)
    const three = followNames(kept, ['Anna', 'Ben', 'Carla'])
    expect(three.timer.seats).toHaveLength(3)
    expect(isFresh(three.timer)).toBe(true)
  })

  it('goes back to the beginning for the next round with the same wishes', () => {
    expect(rewound(kept).timer).toEqual(newTimer(wishes, 2))
  })
})

describe('a form being filled in', () => {
  it('comes back as it was', () => {
    const setup = { ...newSetup('twist'), names: ['Anna', '', 'C'], length: 3, chosen: true }
    expect(readSetup(parseJson(JSON.stringify(setup)))).toEqual(setup)
  })

  it('starts with a rulebook that exists', () => {
    expect(newSetup('gone').rules).toBe('ravensburger-travel-de')
  })
})
