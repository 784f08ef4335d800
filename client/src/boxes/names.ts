/** What a box is called in the player's language, with what tells it from its sisters. */
import { settings } from '../app/settings.svelte'
import { m } from '../paraglide/messages.js'
import { deckSize, type Facts, findFacts, RULEBOOKS } from './facts'

/**
 * The rules for people who own no box: the classic set of 106 tiles for two to four players, with the
 * limit offered and not imposed, nothing frozen and nothing special.
 */
export const STANDARD = 'jumbo'

export function titleOf(facts: Facts): string {
  const sisters = RULEBOOKS.filter((other) => other.name === facts.name)
  const { name } = facts
  if (new Set(sisters.map((sister) => sister.language)).size > 1) {
    const languages = new Intl.DisplayNames(settings.locale, { type: 'language' })
    return m.box_edition_language({ name, language: languages.of(facts.language) ?? '' })
  }
  return sisters.length > 1 ? m.box_edition_tiles({ name, count: deckSize(facts) }) : name
}

/** The name of the box with that id; of one that this page does not know, what the server calls it. */
export function boxName(id: string, title = id): string {
  const facts = findFacts(id)
  return facts ? titleOf(facts) : title
}
