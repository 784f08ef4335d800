/** Tiles in words, in the player's language: what a screen reader says and announcements use. */
import { m } from '../paraglide/messages.js'
import { type Colour, face, type Kind } from './tile'

export function colourName(colour: Colour): string {
  switch (colour) {
    case 'k':
      return m.colour_k()
    case 'r':
      return m.colour_r()
    case 'b':
      return m.colour_b()
    case 'y':
      return m.colour_y()
    case 'o':
      return m.colour_o()
    case 'g':
      return m.colour_g()
  }
}

/** "red 7", "joker", "double joker standing for red 3, red 4". */
export function tileName(kind: Kind, stands: readonly Kind[] = []): string {
  const shown = face(kind)
  if (shown.type === 'number') {
    return m.tile_name({ colour: colourName(shown.colour), number: shown.number })
  }
  const joker = jokerName(shown.joker, shown.colour)
  if (stands.length === 0) return joker
  return m.joker_stands({ joker, tiles: stands.map(standName).join(', ') })
}

function jokerName(joker: string, colour: Colour | null): string {
  if (joker === 'double') return m.joker_double()
  if (joker === 'colour') return m.joker_colour()
  if (joker === 'mirror') return m.joker_mirror()
  return colour ? m.joker_coloured({ colour: colourName(colour) }) : m.joker_plain()
}

/** A stand-in is a tile ("r7") or, where the colour is open, just its number ("7"). */
function standName(text: string): string {
  return /^\d+$/.test(text) ? text : tileName(text)
}

export function tileNames(kinds: readonly Kind[]): string {
  return kinds.map((kind) => tileName(kind)).join(', ')
}
