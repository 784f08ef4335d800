/**
 * What a joker does, as tiles: melds in the colours of a rulebook (A to D are its four) and what each
 * tile stands for there. The server's tests hold every one of them against the judge.
 */
import { standsFor } from '../table/verdicts'
import { type JokerKind, parseMeld } from '../tiles/tile'
import examples from './examples.json'

export interface Example {
  readonly tiles: string
  readonly stands: readonly (readonly string[])[]
}

/** The examples of a joker; a joker with a colour of its own is drawn in that colour. */
export function examplesOf(
  joker: JokerKind,
  colours: readonly string[],
  own: string | null = null,
): Example[] {
  const start = own === null ? 1 : colours.indexOf(own)
  const others = colours.filter((_, i) => i !== start)
  const [a = '', c = '', d = ''] = others
  const b = colours[start] ?? ''
  const letters: Readonly<Record<string, string>> = { A: a, B: b, C: c, D: d }
  const coloured = (text: string) => text.replace(/[A-D]/g, (letter) => letters[letter] ?? '')
  return examples[joker].map(({ tiles, stands }) => {
    const kinds = parseMeld(coloured(tiles)).map((kind) => (kind === '*' && own ? `*${own}` : kind))
    const shown = coloured(stands).split(', ')
    return { tiles: kinds.join(' '), stands: kinds.map((kind, i) => standsFor(kind, shown[i])) }
  })
}
