/** The words of the rulebook that is played by, for whatever speaks of the table. */
import { settings } from '../app/settings.svelte'
import { boxName } from '../boxes/names'
import { type Words, wordsIn } from '../boxes/words'
import * as api from '../net/api'
import type { RulebookSummary } from '../protocol.gen'

let book: RulebookSummary | null = $state.raw(null)

const spoken = (): Words => wordsIn(settings.locale, book)

/** What the box is called that is played by. */
export const boxTitle = (): string => (book ? boxName(book.id, book.title) : '')

export const words: Words = {
  get run(): string {
    return spoken().run
  },
  get group(): string {
    return spoken().group
  },
  get meld(): string {
    return spoken().meld
  },
  get melds(): string {
    return spoken().melds
  },
  get Run(): string {
    return spoken().Run
  },
  get Group(): string {
    return spoken().Group
  },
  get Melds(): string {
    return spoken().Melds
  },
}

/** Speak as this rulebook does. */
export async function speakLike(rulebook: string): Promise<void> {
  const books = await api.rulebooks().catch(() => [])
  book = books.find(({ id }) => id === rulebook) ?? null
}
