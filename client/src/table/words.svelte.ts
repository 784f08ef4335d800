/**
 * What a run, a group and a meld are called: as in the booklet that is played by, where it is written
 * in the player's language; otherwise in the usual words of that language.
 */
import { settings } from '../app/settings.svelte'
import { boxName } from '../boxes/names'
import * as api from '../net/api'
import { m } from '../paraglide/messages.js'
import type { RulebookSummary } from '../protocol.gen'

let book: RulebookSummary | null = $state.raw(null)

const own = () => (book?.language === settings.locale ? book.words : null)
const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** What the box is called that is played by. */
export const boxTitle = (): string => (book ? boxName(book.id, book.title) : '')

/** Named as the texts ask for them; with a capital where one begins a sentence. */
export const words = {
  get run(): string {
    return own()?.run ?? m.meld_run()
  },
  get group(): string {
    return own()?.group ?? m.meld_group()
  },
  get meld(): string {
    return own()?.meld ?? m.meld()
  },
  get Run(): string {
    return capital(words.run)
  },
  get Group(): string {
    return capital(words.group)
  },
}

/** Speak as this rulebook does. */
export async function speakLike(rulebook: string): Promise<void> {
  const books = await api.rulebooks().catch(() => [])
  book = books.find(({ id }) => id === rulebook) ?? null
}
