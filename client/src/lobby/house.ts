/**
 * The fields of a rulebook that a host may play differently, in words: a number has a name, a choice
 * says what each of its values means, in the sentences of the rules pages.
 */
import { type Words, wordsIn } from '../boxes/words'
import { m } from '../paraglide/messages.js'
import type { HouseValue, RulebookDetail, RulebookField } from '../protocol.gen'

type Sentence = () => string
/** A sentence that names melds as the booklet does. */
type Told = (words: Words) => string
type House = Readonly<Record<string, HouseValue>>

export interface HouseNumber {
  readonly type: 'number'
  readonly field: string
  readonly name: Told
}

export interface HouseChoice {
  readonly type: 'choice'
  readonly field: string
  readonly name: Told
  readonly options: readonly { readonly value: HouseValue; readonly says: Told }[]
}

export type HouseField = HouseNumber | HouseChoice

interface Chapter {
  readonly title: Sentence
  readonly fields: readonly HouseField[]
}

const number = (field: string, name: Told): HouseNumber => ({ type: 'number', field, name })
const choice = (field: string, name: Told, ...options: [HouseValue, Told][]): HouseChoice => ({
  type: 'choice',
  field,
  name,
  options: options.map(([value, says]) => ({ value, says })),
})

const CHAPTERS: readonly Chapter[] = [
  {
    title: () => m.rules_h_opening(),
    fields: [
      number('opening.points', () => m.house_opening()),
      choice(
        'opening.goes_on',
        () => m.house_of_goes_on(),
        [true, () => m.rules_opening_goes_on()],
        [false, () => m.rules_opening_only()],
      ),
    ],
  },
  {
    title: () => m.rules_h_start(),
    fields: [
      number('deal.tiles', () => m.house_deal()),
      choice(
        'start.method',
        () => m.house_of_start(),
        ['highest-tile', () => m.rules_start_highest()],
        ['random', () => m.rules_start_random()],
      ),
      choice(
        'deal.redeal',
        () => m.house_of_redeal(),
        ['none', () => m.house_no_redeal()],
        ['three-pairs', () => m.rules_redeal()],
      ),
    ],
  },
  {
    title: () => m.rules_h_turn(),
    fields: [
      choice(
        'draw.then_open',
        () => m.house_of_draw(),
        [false, () => m.rules_draw_ends()],
        [true, () => m.rules_draw_open()],
      ),
      choice(
        'draw.must_lay',
        () => m.house_of_lay(),
        [false, () => m.house_may_draw()],
        [true, () => m.house_must_lay()],
      ),
    ],
  },
  {
    title: () => m.rules_h_jokers(),
    fields: [
      choice(
        'jokers.reuse',
        () => m.house_of_reuse(),
        ['anywhere', (words) => m.rules_reuse_anywhere(words)],
        ['other-meld', (words) => m.rules_reuse_other(words)],
        ['new-meld', (words) => m.rules_reuse_new(words)],
      ),
      choice(
        'jokers.melds',
        (words) => m.house_of_bound(words),
        ['free', (words) => m.house_joker_free(words)],
        ['undivided', (words) => m.rules_undivided(words)],
        ['frozen', (words) => m.rules_frozen(words)],
      ),
      choice(
        'jokers.colour_must_match',
        () => m.house_of_colour(),
        [false, () => m.house_any_colour()],
        [true, () => m.rules_colour_match()],
      ),
      choice(
        'jokers.special_replaces_other',
        () => m.house_of_special(),
        [true, () => m.house_special_may()],
        [false, () => m.rules_special_replaces()],
      ),
      number('jokers.penalty.normal', () => m.house_joker_costs()),
      number('jokers.penalty.special', () => m.house_special_costs()),
    ],
  },
  {
    title: () => m.rules_h_time(),
    fields: [
      choice(
        'time.timed',
        () => m.house_of_timed(),
        ['first-turn', () => m.house_time_always()],
        ['after-opening', () => m.rules_time_after()],
      ),
      number('time.penalty', () => m.house_penalty()),
    ],
  },
  {
    title: () => m.rules_h_end(),
    fields: [
      choice(
        'pool.empty',
        () => m.house_of_empty(),
        ['play-on', () => m.rules_empty_on()],
        ['last-turn', () => m.rules_empty_last()],
        ['void', () => m.rules_empty_void()],
      ),
      choice(
        'pool.must_lay',
        () => m.house_of_must(),
        [false, () => m.house_may_keep()],
        [true, () => m.rules_empty_must()],
      ),
      choice(
        'scoring.blocked',
        () => m.house_of_blocked(),
        ['difference', () => m.rules_blocked_difference()],
        ['full', () => m.rules_blocked_full()],
        ['void', () => m.house_blocked_void()],
      ),
    ],
  },
  {
    title: () => m.rules_h_box(),
    fields: [
      number('tiles.copies', () => m.house_copies()),
      number('tiles.jokers.normal', () => m.joker_plain()),
      number('tiles.jokers.double', () => m.joker_double()),
      number('tiles.jokers.colour_change', () => m.joker_colour()),
      number('tiles.jokers.mirror', () => m.joker_mirror()),
    ],
  },
]

/** Fields that mean nothing without the jokers they speak of. */
const ONLY_SPECIAL = new Set(['jokers.special_replaces_other', 'jokers.penalty.special'])
const ONLY_COLOURED = new Set(['jokers.colour_must_match'])

/** What can be changed in this box, chapter by chapter. */
export function chapters(detail: RulebookDetail, house: House): Chapter[] {
  const now = (field: string) => house[field] ?? booklet(detail, field)?.value
  const kinds = ['double', 'colour_change', 'mirror']
  const special = kinds.some((kind) => Number(now(`tiles.jokers.${kind}`)) > 0)
  const coloured = now('tiles.coloured_jokers') === true
  return CHAPTERS.map(({ title, fields }) => ({
    title,
    fields: fields.filter(
      ({ field }) =>
        booklet(detail, field) &&
        (special || !ONLY_SPECIAL.has(field)) &&
        (coloured || !ONLY_COLOURED.has(field)),
    ),
  })).filter(({ fields }) => fields.length > 0)
}

/** What the booklet itself says of a field, and what it allows. */
export function booklet(detail: RulebookDetail, field: string): RulebookField | undefined {
  return detail.fields.find((one) => one.field === field)
}

/** The house rules with one field changed; a value as in the booklet is not a house rule. */
export function changed(
  detail: RulebookDetail,
  house: House,
  field: string,
  value: HouseValue,
): Record<string, HouseValue> {
  const { [field]: _, ...rest } = house
  return value === booklet(detail, field)?.value ? rest : { ...rest, [field]: value }
}

export interface Difference {
  readonly field: string
  readonly now: string
  readonly before: string
}

/** What differs from the booklet, as sentences for everybody at the table. */
export function differences(detail: RulebookDetail, house: House, locale: string): Difference[] {
  const words = wordsIn(locale, detail.about)
  const known = new Map(CHAPTERS.flatMap(({ fields }) => fields).map((one) => [one.field, one]))
  return Object.entries(house).map(([field, value]) => {
    const own = booklet(detail, field)?.value
    const rule = known.get(field)
    if (rule?.type === 'choice') {
      const says = (wanted: HouseValue | undefined) =>
        rule.options.find((option) => option.value === wanted)?.says(words) ?? String(wanted)
      return { field, now: says(value), before: says(own) }
    }
    const name = rule?.name(words) ?? field
    return { field, now: m.house_value({ name, value: String(value) }), before: String(own) }
  })
}
