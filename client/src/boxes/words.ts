/**
 * What a run, a group and a meld are called: as in the booklet, where it is written in the reader's
 * language; otherwise in the usual words of that language.
 */
import { m } from '../paraglide/messages.js'
import type { RulebookSummary } from '../protocol.gen'

/** Named as the texts ask for them; with a capital where one begins a sentence. */
export interface Words {
  readonly run: string
  readonly group: string
  readonly meld: string
  readonly melds: string
  readonly Run: string
  readonly Group: string
  readonly Melds: string
}

const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)

/** The words for a reader of this language who plays by this rulebook, or by none yet. */
export function wordsIn(
  locale: string,
  book: Pick<RulebookSummary, 'language' | 'words'> | null,
): Words {
  const own = book?.language === locale ? book.words : null
  const run = own?.run ?? m.meld_run()
  const group = own?.group ?? m.meld_group()
  const meld = own?.meld ?? m.meld()
  const melds = own?.melds || m.melds()
  const capitals = { Run: capital(run), Group: capital(group), Melds: capital(melds) }
  return { run, group, meld, melds, ...capitals }
}
