import { describe, expect, it } from 'vitest'
import { factsOf } from '../boxes/facts'
import { change, keep, MOST_STEPS, redo, undo } from './history'
import {
  addPlayer,
  isOver,
  leaders,
  type Match,
  movePlayer,
  nameFaults,
  newMatch,
  playing,
  removeRound,
  renamePlayer,
  runningTotals,
  scoresOf,
  setPlaying,
  standings,
  suggestedLength,
  total,
  writeRound,
} from './match'
import { missing, newRound, outcome, type Rack, type Round, reseat, tied } from './rounds'
import { addsUp } from './scoring'

const points = (number: number, tiles: number | null = null): Rack => ({
  by: 'points',
  points: number,
  tiles,
})

/** A round in which somebody went out, as "p1" and the racks of the others. */
function went(id: string, out: string, racks: Record<string, number>): Round {
  const seats = ['p1', 'p2', 'p3', 'p4'].filter((seat) => seat === out || seat in racks)
  const left = Object.fromEntries(Object.entries(racks).map(([seat, one]) => [seat, points(one)]))
  return { ...newRound(id, seats), end: 'out', out, racks: left }
}

function blocked(racks: readonly Rack[], began: string | null = null): Round {
  const seats = racks.map((_, index) => `p${index + 1}`)
  const left = Object.fromEntries(seats.map((seat, index) => [seat, racks[index] as Rack]))
  return { ...newRound('r', seats), end: 'blocked', began, racks: left }
}

const names = ['Anna', 'Ben', 'Carla', 'Dan']
const fresh = (rules = 'twist'): Match =>
  newMatch({ id: 'm', name: 'Friday', rules, names, length: null, now: 1 })
const totals = (match: Match) => match.players.map((player) => total(match, player.id))

// The table printed in the booklet of With a Twist.
const booklet = [
  went('1', 'p1', { p2: 5, p3: 16, p4: 3 }),
  went('2', 'p3', { p1: 6, p2: 11, p4: 5 }),
  went('3', 'p4', { p1: 32, p2: 13, p3: 2 }),
].reduce(writeRound, fresh())

describe('a match', () => {
  it("adds up as the booklet's table does", () => {
    expect(totals(booklet)).toEqual([-14, -29, 4, 39])
    expect(runningTotals(booklet, 'p1')).toEqual([24, 18, -14])
    expect(leaders(booklet).map((player) => player.name)).toEqual(['Dan'])
    expect(addsUp(totals(booklet))).toBe(true)
  })

  it('has no leader before its first round, and several in a tie', () => {
    expect(leaders(fresh())).toEqual([])
    const drawn = ['p1', 'p2'].reduce(
      (match, out) => writeRound(match, went(out, out, { [out === 'p1' ? 'p2' : 'p1']: 9 })),
      fresh(),
    )
    expect(leaders(drawn).map((player) => player.name)).toEqual(names)
    expect(standings(drawn).map((standing) => standing.place)).toEqual([1, 1, 1, 1])
  })

  it('ranks everybody, tied players on one place', () => {
    const match = writeRound(fresh(), went('1', 'p2', { p1: 4, p3: 9, p4: 4 }))
    const places = standings(match).map(({ place, player }) => `${place} ${player.name}`)
    expect(places).toEqual(['1 Ben', '2 Anna', '2 Dan', '4 Carla'])
  })

  it('changes with every edit of an earlier round', () => {
    const edited = writeRound(booklet, went('2', 'p3', { p1: 7, p2: 11, p4: 5 }))
    expect(edited.rounds.map((round) => round.id)).toEqual(['1', '2', '3'])
    expect(totals(edited)).toEqual([-15, -29, 5, 39])
    expect(totals(removeRound(booklet, '3'))).toEqual([18, -16, 6, -8])
  })

  it('refuses a round that is not complete', () => {
    expect(() => writeRound(booklet, newRound('4', ['p1', 'p2']))).toThrow('not complete')
  })

  it('lets players retire, join and come back between rounds', () => {
    const without = setPlaying(booklet, 'p2', false)
    expect(playing(without).map((player) => player.name)).toEqual(['Anna', 'Carla', 'Dan'])
    const joined = addPlayer(without, 'Eva')
    const next = writeRound(joined, {
      ...newRound('4', ['p1', 'p3', 'p4', 'p5']),
      end: 'out',
      out: 'p5',
      racks: { p1: points(1), p3: points(2), p4: points(3) },
    })
    expect(totals(next)).toEqual([-15, -29, 2, 36, 6])
    expect(scoresOf(next, 'p5')).toEqual([null, null, null, 6])
    expect(scoresOf(next, 'p2')).toEqual([-5, -11, -13, null])
    expect(addPlayer(next, 'Ben').players.map((player) => player.id)).toEqual(
      next.players.map((player) => player.id),
    )
  })

  it('forgets a player who never played a round', () => {
    expect(setPlaying(addPlayer(booklet, 'Eva'), 'p5', false).players).toHaveLength(4)
  })

  it('does not let a retired player lead', () => {
    const without = setPlaying(booklet, 'p4', false)
    expect(leaders(without).map((player) => player.name)).toEqual(['Carla'])
    expect(standings(without).at(-1)?.player.name).toBe('Dan')
  })

  it('keeps its rounds when a player is renamed or moved', () => {
    expect(totals(renamePlayer(booklet, 'p1', 'Anne'))).toEqual(totals(booklet))
    const moved = movePlayer(booklet, 'p4', -1)
    expect(moved.players.map((player) => player.name)).toEqual(['Anna', 'Ben', 'Dan', 'Carla'])
    expect(total(moved, 'p4')).toBe(39)
    expect(movePlayer(booklet, 'p1', -1)).toBe(booklet)
  })

  it('is over after the agreed rounds', () => {
    expect(isOver(booklet)).toBe(false)
    expect(isOver({ ...booklet, length: 3 })).toBe(true)
    expect(suggestedLength(factsOf('lets-play-rummy-de'), 3)).toBe(3)
    expect(suggestedLength(factsOf('twist'), 3)).toBeNull()
  })
})

describe('a round that is being written down', () => {
  const twist = factsOf('twist')

  it('first wants to know who went out, then the racks', () => {
    const open = newRound('r', ['p1', 'p2', 'p3'])
    expect(missing(twist, open)).toEqual([{ what: 'end' }])
    const out: Round = { ...open, end: 'out', out: 'p2', racks: { p1: points(4) } }
    expect(missing(twist, out)).toEqual([{ what: 'rack', player: 'p3' }])
    expect(outcome(twist, out)).toBeNull()
  })

  it('takes a zero for an answer', () => {
    const round: Round = { ...went('r', 'p1', { p2: 0 }) }
    expect(outcome(twist, round)?.scores).toEqual([0, 0])
  })

  it('counts tapped tiles, jokers as this rulebook says', () => {
    const rack: Rack = { by: 'tiles', tiles: [13, 1, '*', '*m'] }
    const round: Round = { ...went('r', 'p1', {}), seats: ['p1', 'p2'], racks: { p2: rack } }
    expect(outcome(twist, round)?.scores).toEqual([54, -54])
    expect(
      outcome(factsOf('jumbo'), { ...round, racks: { p2: { by: 'tiles', tiles: ['*'] } } })?.scores,
    ).toEqual([25, -25])
  })

  it('asks for tiles and for who began only where they break a tie', () => {
    expect(missing(twist, blocked([points(5), points(6)]))).toEqual([])
    const tie = blocked([points(5), points(5), points(9)])
    expect(tied(twist, tie)).toEqual(['p1', 'p2'])
    expect(missing(twist, tie)).toEqual([
      { what: 'tiles', player: 'p1' },
      { what: 'tiles', player: 'p2' },
    ])
    expect(missing(twist, blocked([points(5, 1), points(5, 2), points(9)]))).toEqual([])
    expect(missing(twist, blocked([points(5, 2), points(5, 2), points(9)]))).toEqual([
      { what: 'began' },
    ])
    const decided = blocked([points(5, 2), points(5, 2), points(9)], 'p2')
    expect(outcome(twist, decided)).toEqual({ winner: 1, scores: [0, 4, -4] })
  })

  it('forgets a winner who is no longer at the table', () => {
    const round = { ...went('r', 'p3', { p1: 4, p2: 5 }), began: 'p3' }
    const left = reseat(round, ['p1', 'p2'])
    expect(left).toMatchObject({ end: 'open', out: null, began: null, seats: ['p1', 'p2'] })
    expect(reseat(round, ['p1', 'p3'])).toMatchObject({ end: 'out', out: 'p3', began: 'p3' })
  })

  it('needs no racks where a blocked round is void', () => {
    const round = { ...newRound('r', ['p1', 'p2']), end: 'blocked' } as const
    expect(missing(factsOf('lets-play-rummy-it'), round)).toEqual([])
    expect(outcome(factsOf('lets-play-rummy-it'), round)).toEqual({ winner: null, scores: [0, 0] })
  })
})

describe('names', () => {
  it('must be there and different', () => {
    expect(nameFaults(['Anna', ' ', 'anna '])).toEqual([null, 'empty', 'twice'])
  })
})

describe('undo', () => {
  it('goes back and forth, and a new change forgets the way forth', () => {
    const one = keep(fresh())
    const two = change(one, writeRound(one.match, went('1', 'p1', { p2: 5 })), 2)
    const three = change(two, removeRound(two.match, '1'), 3)
    expect(undo(three).match.rounds).toHaveLength(1)
    expect(redo(undo(three)).match).toEqual(three.match)
    expect(undo(undo(undo(three))).match).toEqual(one.match)
    expect(change(undo(three), fresh(), 4).future).toEqual([])
    expect(redo(three)).toBe(three)
  })

  it('remembers so many steps and no more', () => {
    let kept = keep(fresh())
    for (let step = 0; step < MOST_STEPS + 5; step++) {
      kept = change(kept, { ...kept.match, name: `${step}` }, step)
    }
    expect(kept.past).toHaveLength(MOST_STEPS)
  })
})
