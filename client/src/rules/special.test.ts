import { describe, expect, it } from 'vitest'
import type { HouseValue, RulebookDetail } from '../protocol.gen'
import type { Colour, JokerKind } from '../tiles/tile'
import { cardLines, inForce } from './card'
import { Fields, jokerText, lateTexts, mirrorText } from './fields'
import { specials } from './special'

const CLASSIC: Readonly<Record<string, HouseValue>> = {
  'tiles.copies': 2,
  'tiles.jokers.double': 0,
  'tiles.coloured_jokers': false,
  'deal.redeal': 'none',
  'opening.goes_on': true,
  'draw.then_open': false,
  'jokers.reuse': 'anywhere',
  'jokers.melds': 'free',
  'jokers.penalty.normal': 25,
  'time.timed': 'first-turn',
  'pool.empty': 'play-on',
  'pool.must_lay': false,
  'scoring.blocked': 'difference',
  'match.rounds': 'free',
}

function box(
  different: Readonly<Record<string, HouseValue>> = {},
  rest: { tiles?: number; jokers?: number; most?: number; opening?: number } = {},
): RulebookDetail {
  const { tiles = 106, jokers = 2, most = 4, opening = 30 } = rest
  const fields = Object.entries({ ...CLASSIC, ...different }).map(([field, value]) => ({
    field,
    value,
    source: 'box, FR, Joker',
    allowed: [],
    least: null,
    most: null,
  }))
  const about = {
    id: 'box',
    title: 'Box',
    booklet: 'box',
    language: 'fr',
    edition: '',
    special: [],
  }
  const words = { run: 'run', group: 'group', meld: 'meld', melds: 'melds' }
  const facts = { words, least: 2, most, colours: ['k', 'r', 'b', 'y'], opening, limit: 120 }
  return { about: { ...about, ...facts }, tiles, jokers: { normal: jokers }, fields }
}

describe('what is special about a box', () => {
  it('is nothing where it plays as most boxes do', () => {
    expect(specials(box(), 'en')).toEqual([])
  })

  it('is more tiles, players and jokers in a larger box', () => {
    const lines = specials(box({ 'tiles.copies': 3 }, { tiles: 160, jokers: 4, most: 6 }), 'en')
    expect(lines).toEqual([
      '160 tiles: 3 of each number in every colour.',
      'Up to 6 players.',
      '4 jokers.',
    ])
  })

  it('says what an opening turn may not do so that it is understood alone', () => {
    expect(specials(box({ 'opening.goes_on': false }), 'en')).toEqual([
      'In the turn you open you may do nothing else: the table stays as it is.',
    ])
  })

  it.each([
    [{ 'jokers.penalty.normal': 50 }, 'A leftover joker costs 50 points.'],
    [{ 'pool.must_lay': true }, 'When the pool is empty, anyone who can play must play.'],
    [{ 'jokers.melds': 'frozen' }, /^A meld with a joker must stay exactly as it is/],
    [{ 'time.timed': 'after-opening' }, 'The time limit only applies once you have opened.'],
  ])('names %o', (different, line) => {
    const [only, ...more] = specials(box(different), 'en')
    expect(only).toMatch(line)
    expect(more).toEqual([])
  })
})

describe('a joker', () => {
  const freed = (melds: string) => jokerText(new Fields(box({ 'jokers.melds': melds }), 'en'))

  it('is freed by rebuilding its meld only where that is allowed', () => {
    expect(freed('free')).toContain('rebuilt')
    expect(freed('frozen')).not.toContain('rebuilt')
    expect(freed('undivided')).not.toContain('rebuilt')
  })

  it('is spoken of in the words of the booklet to a reader of its language', () => {
    const detail = box({ 'jokers.melds': 'frozen' })
    const words = { run: 'suite', group: 'série', meld: 'serie', melds: 'series' }
    const french = { ...detail, about: { ...detail.about, words } }
    expect(specials(french, 'fr')[0]).toMatch(/^A serie with a joker/)
    expect(specials(french, 'en')[0]).toMatch(/^A meld with a joker/)
  })
})

describe('where the booklet says so', () => {
  const heading = (source: string) => {
    const detail = box()
    const [first] = detail.fields
    if (!first) throw new Error('no field')
    return new Fields({ ...detail, fields: [{ ...first, source }] }, 'en').heading(first.field)
  }

  it.each([
    ['jumbo, FR, Règles du jeu', 'Règles du jeu'],
    ['jumbo, FR, Règles du jeu (nothing said of a new deal)', 'Règles du jeu'],
    ['twist, ruling B-20', ''],
    ['jumbo, not in this set', ''],
    ['jumbo, not stated', ''],
  ])('%s: %o', (source, expected) => {
    expect(heading(source)).toBe(expected)
  })
})

describe('what a rules page says', () => {
  const said = (different: Readonly<Record<string, HouseValue>>) => new Fields(box(different), 'en')

  it('of a turn in which nothing was moved when time ran out', () => {
    const late = { 'time.late': 'loose_tiles_to_rack', 'time.penalty': 3 }
    const fined = lateTexts(said({ ...late, 'time.untouched': 'penalty' }))
    expect(fined.at(-1)).toBe('That applies even if you moved nothing.')
    const drawn = lateTexts(said({ ...late, 'time.untouched': 'draw' }))
    expect(drawn.at(-1)).toBe('If you moved nothing, you simply draw a tile.')
  })

  it('of what a mirror joker is worth', () => {
    expect(mirrorText(said({ 'jokers.mirror_value': 'middle' }))).toMatch(/number in the middle/)
    expect(mirrorText(said({ 'jokers.mirror_value': 'zero' }))).toMatch(/worth nothing/)
  })
})

describe('the card of a special tile', () => {
  const twist = box({
    'jokers.reuse': 'new-meld',
    'jokers.mirror_value': 'middle',
    'jokers.special_replaces_other': false,
    'jokers.penalty.special': 10,
  })
  const joker = (kind: JokerKind, colour: Colour | null = null) =>
    ({ type: 'joker', joker: kind, colour }) as const

  it('says what the rulebook says of its kind', () => {
    const fields = inForce(twist, {}, 'en')
    expect(cardLines(joker('double'), fields)[0]).toMatch(/never goes before the 2 or after the 12/)
    expect(cardLines(joker('colour'), fields)[0]).toMatch(/either end/)
    expect(cardLines(joker('mirror'), fields)[0]).toMatch(/number in the middle/)
    expect(cardLines(joker('mirror'), fields)).toContain(
      'A leftover special joker costs 10 points.',
    )
  })

  it('follows the house rules of the table', () => {
    const house = { 'jokers.mirror_value': 'zero', 'jokers.penalty.normal': 99 }
    const fields = inForce(twist, house, 'en')
    expect(cardLines(joker('mirror'), fields)[0]).toMatch(/worth nothing/)
    expect(cardLines(joker('plain'), fields)).toContain('A leftover joker costs 99 points.')
  })

  it('tells whether the colour of a printed joker counts', () => {
    const any = cardLines(joker('plain', 'r'), inForce(box(), {}, 'en'))
    expect(any).toContain('Each joker has a colour, but stands for tiles of any colour.')
    const own = inForce(box({ 'jokers.colour_must_match': true }), {}, 'en')
    expect(cardLines(joker('plain', 'r'), own)).toContain(
      'A joker stands only for tiles of its own colour.',
    )
  })
})
