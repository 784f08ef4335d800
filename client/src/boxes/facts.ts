/**
 * What every page knows of a rulebook without asking anybody. The values are printed from the
 * rulebooks themselves into `rulebooks.gen.ts`; here is their shape and how to find one.
 */
import { RULEBOOKS } from './rulebooks.gen'

export interface Facts {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly players: { readonly least: number; readonly most: number; readonly age: number }
  readonly colours: number
  readonly copies: number
  readonly jokers: {
    readonly normal: number
    readonly double: number
    readonly colourChange: number
    readonly mirror: number
  }
  readonly jokerPenalty: { readonly normal: number; readonly special: number }
  readonly blocked: 'difference' | 'full' | 'void'
  readonly time: LateFacts
  readonly rounds: 'free' | 'players'
}

export interface LateFacts {
  readonly limit: number
  readonly obligatory: boolean
  readonly timed: 'first-turn' | 'after-opening'
  readonly late:
    | 'all_tiles_restored'
    | 'own_tiles_to_rack'
    | 'own_uncombined_to_rack'
    | 'loose_tiles_restored'
    | 'loose_tiles_to_rack'
  readonly penalty: number
  readonly untouched: 'penalty' | 'draw'
  readonly unrestorable: 'none' | 'to-pool' | 'to-pool-and-as-many-more'
  readonly unrestorablePenalty: number
}

export { RULEBOOKS }

/** The rulebook with that id, if there is one. */
export function findFacts(id: string): Facts | undefined {
  return RULEBOOKS.find((facts) => facts.id === id)
}

/** The rulebook with that id; throws when there is none. */
export function factsOf(id: string): Facts {
  const found = findFacts(id)
  if (!found) throw new Error(`no rulebook ${id}`)
  return found
}

/** How many tiles are in the box. */
export function deckSize(facts: Facts): number {
  const { normal, double, colourChange, mirror } = facts.jokers
  return facts.colours * facts.copies * 13 + normal + double + colourChange + mirror
}
