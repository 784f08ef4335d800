/** A colour and a shape for each player, the shapes of the tiles: never the colour alone. */
import { MARKS } from './chart'

const COLOURS = [
  ['#20302c', '#eef3ef'],
  ['#c02428', '#ff9089'],
  ['#1b5cab', '#8fbdff'],
  ['#8d6200', '#f0c95a'],
  ['#7a3a9c', '#d7a5f2'],
  ['#1c7239', '#83d99a'],
] as const

export function markSymbol(mark: number): string {
  return `#mark-${MARKS[mark % MARKS.length]}`
}

/** For style sheets: the one for the page's appearance. */
export function markColour(mark: number): string {
  const [light, dark] = COLOURS[mark % COLOURS.length] ?? COLOURS[0]
  return `light-dark(${light}, ${dark})`
}

/** For pictures, which are always light. */
export function markInk(mark: number): string {
  return (COLOURS[mark % COLOURS.length] ?? COLOURS[0])[0]
}
