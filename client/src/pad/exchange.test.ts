import { describe, expect, it } from 'vitest'
import { fromCsv, toCsv } from './csv'
import { parseJson, readKept } from './decode'
import { fromFragment, fromJson, toFragment, toJson } from './exchange'
import { change, keep, writeDraft } from './history'
import { addPlayer, type Match, newMatch, setPlaying, total, writeRound } from './match'
import { newRound, type Rack } from './rounds'

const points = (number: number, tiles: number | null = null): Rack => ({
  by: 'points',
  points: number,
  tiles,
})

/** A match with everything in it: tiles, a blocked tie, somebody who left and somebody who came. */
function rich(): Match {
  let match = newMatch({
    id: 'm1',
    name: 'Fridäy, "late"',
    rules: 'twist',
    names: ['Anna', '=Ben', 'Carla; C.'],
    length: 5,
    now: 1000,
  })
  const seats = ['p1', 'p2', 'p3']
  const tiles: Rack = { by: 'tiles', tiles: [7, 13, '*', '*2', '*c', '*m'] }
  match = writeRound(match, {
    ...newRound('r1', seats),
    end: 'out',
    out: 'p1',
    racks: { p2: points(24), p3: tiles },
  })
  match = writeRound(match, {
    ...newRound('r2', seats),
    end: 'blocked',
    began: 'p3',
    racks: { p1: points(5, 2), p2: { by: 'tiles', tiles: [2, 3] }, p3: points(12) },
  })
  match = addPlayer(setPlaying(match, 'p2', false), 'Zoë')
  return writeRound(match, {
    ...newRound('r3', ['p1', 'p3', 'p4']),
    end: 'out',
    out: 'p4',
    racks: { p1: points(0), p3: points(7) },
  })
}

/** A void round, in which no rack was counted. */
function empty(): Match {
  const match = newMatch({
    id: 'm2',
    name: '',
    rules: 'lets-play-rummy-fr',
    names: ['A', 'B'],
    length: null,
    now: 1,
  })
  return writeRound(match, { ...newRound('r1', ['p1', 'p2']), end: 'blocked' })
}

describe('a match as JSON', () => {
  it('comes back as it was', () => {
    expect(fromJson(toJson([rich(), empty()]))).toEqual([rich(), empty()])
  })

  it.each([
    ['{', 'JSON'],
    ['[]', 'format'],
    ['{"format":"other"}', 'format'],
    [toJson([rich()]).replace('"version": 1', '"version": 2'), 'version'],
    [toJson([rich()]).replace('"twist"', '"chess"'), 'matches[0].rules'],
    [toJson([rich()]).replace('"id": "p2"', '"id": "p1"'), 'matches[0].players'],
    [toJson([rich()]).replace('"name": "=Ben"', '"name": "anna"'), 'matches[0].players'],
    [toJson([rich()]).replace('"out": "p1"', '"out": "p9"'), 'matches[0].rounds[0].out'],
    [toJson([rich()]).replace('"out": "p1"', '"out": null'), 'matches[0].rounds[0]'],
    [
      toJson([rich()]).replace('"points": 24', '"points": -24'),
      'matches[0].rounds[0].racks.p2.points',
    ],
    [toJson([rich()]).replace('"*2"', '"**"'), 'matches[0].rounds[0].racks.p3.tiles[3]'],
    [toJson([rich()]).replace('"r2"', '"r1"'), 'matches[0].rounds'],
  ])('is refused with the place when it is damaged: %#', (text, where) => {
    expect(() => fromJson(text)).toThrow(expect.objectContaining({ where }))
  })
})

describe('a match as a sheet', () => {
  it('reads like the score sheet', () => {
    const match = writeRound(
      newMatch({
        id: 'm',
        name: 'Friday',
        rules: 'jumbo',
        names: ['Anna', 'Ben'],
        length: 1,
        now: 1,
      }),
      { ...newRound('r1', ['p1', 'p2']), end: 'out', out: 'p1', racks: { p2: points(24) } },
    )
    expect(toCsv(match).split('\r\n')).toEqual([
      '\ufeffMatch,Friday',
      'Rulebook,jumbo',
      'Rounds,1',
      '',
      'Round,End,Began,Anna rack,Ben rack,Anna,Ben',
      '1,Anna,,0,24,24,-24',
      'Total,,,,,24,-24',
      '',
    ])
  })

  it.each([rich(), empty()])('comes back as it was', (match) => {
    const again = fromCsv(toCsv(match), { id: match.id, now: match.created })
    expect(again).toEqual(match)
    expect(again.players.map((player) => total(again, player.id))).toEqual(
      match.players.map((player) => total(match, player.id)),
    )
  })

  it('may come from a spreadsheet that writes semicolons', () => {
    const text =
      'Match;Friday\nRulebook;jumbo\n;\nRound;End;Began;A rack;B rack;A;B\n1;B;;12;0;-12;12\n'
    const match = fromCsv(text, { id: 'm', now: 1 })
    expect(total(match, 'p2')).toBe(12)
  })

  it.each([
    ['no sheet at all', 'Round'],
    [toCsv(rich()).replace('twist', 'chess'), 'rules'],
    [toCsv(rich()).replace('1,Anna', '1,Nobody'), '6: Nobody'],
    [toCsv(rich()).replace(',24,', ',many,'), '6: many'],
    [toCsv(rich()).replace('[2 3]', '[2 14]'), 'rounds[1].racks.p2.tiles[1]'],
  ])('is refused with the place when it is damaged: %#', (text, where) => {
    expect(() => fromCsv(text, { id: 'm', now: 1 })).toThrow(expect.objectContaining({ where }))
  })
})

describe('a match as a link', () => {
  it('comes back as it was', async () => {
    const fragment = await toFragment(rich())
    expect(fragment).toMatch(/^[\w-]+$/)
    expect(await fromFragment(fragment)).toEqual(rich())
  })

  it.each(['', 'nonsense', '%%%'])('is refused when it is "%s"', async (fragment) => {
    await expect(fromFragment(fragment)).rejects.toThrow('cannot be read')
  })
})

describe('what the device keeps', () => {
  it('comes back with its past and the round being written', () => {
    const draft = {
      ...newRound('r4', ['p1', 'p3']),
      racks: { p1: points(null as unknown as number) },
    }
    const kept = { ...writeDraft(change(keep(rich()), empty(), 5), draft) }
    expect(readKept(parseJson(JSON.stringify({ ...kept, match: rich() })))).toEqual({
      ...kept,
      match: rich(),
    })
  })
})
