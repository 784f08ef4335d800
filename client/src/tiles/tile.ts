/**
 * A tile as the client knows it: a kind in notation ("r7", "*", "*2", "*r") and what to draw for it.
 * Nothing here knows which melds are good; the server says so.
 */
export type Colour = 'k' | 'r' | 'b' | 'y' | 'o' | 'g'
export type Kind = string

export type Face =
  | { readonly type: 'number'; readonly colour: Colour; readonly number: number }
  | { readonly type: 'joker'; readonly joker: JokerKind; readonly colour: Colour | null }

export type JokerKind = 'plain' | 'double' | 'colour' | 'mirror'

const NUMBER = /^([krbyog])([1-9]|1[0-3])$/
const JOKERS: Readonly<Record<string, JokerKind>> = {
  '*': 'plain',
  '*2': 'double',
  '*c': 'colour',
  '*m': 'mirror',
}
const faces = new Map<Kind, Face>()

function read(kind: Kind): Face {
  const number = NUMBER.exec(kind)
  if (number) {
    return { type: 'number', colour: number[1] as Colour, number: Number(number[2]) }
  }
  const joker = JOKERS[kind]
  if (joker) return { type: 'joker', joker, colour: null }
  if (/^\*[krbyog]$/.test(kind)) {
    return { type: 'joker', joker: 'plain', colour: kind[1] as Colour }
  }
  throw new Error(`not a tile: ${kind}`)
}

/** What to draw for a kind; throws on text that is not a tile. */
export function face(kind: Kind): Face {
  let known = faces.get(kind)
  if (!known) {
    known = read(kind)
    faces.set(kind, known)
  }
  return known
}

/** "k4 k5 k6" as kinds. */
export function parseMeld(text: string): Kind[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '' && !part.startsWith('='))
}

/** "k4 k5 k6 | r8 b8 o8" as lists of kinds. */
export function parseTable(text: string): Kind[][] {
  return text
    .split('|')
    .map(parseMeld)
    .filter((meld) => meld.length > 0)
}
