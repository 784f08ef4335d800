/** The rack in order: runs side by side (colour, then number) or groups (number, then colour). */
import { face, type Kind } from '../tiles/tile'
import type { TileId } from './draft'

const COLOURS = 'krbyog'

function weights(kind: Kind): { readonly colour: number; readonly number: number } {
  const shown = face(kind)
  if (shown.type === 'number') {
    return { colour: COLOURS.indexOf(shown.colour), number: shown.number }
  }
  const order = ['plain', 'double', 'colour', 'mirror'].indexOf(shown.joker)
  return { colour: 10 + order, number: 20 + order }
}

export function sorted(
  rack: readonly TileId[],
  kinds: ReadonlyMap<TileId, Kind>,
  by: 'runs' | 'groups',
): TileId[] {
  const keyed = rack.map((id) => ({ id, ...weights(kinds.get(id) ?? '*') }))
  keyed.sort((a, b) =>
    by === 'runs'
      ? a.colour - b.colour || a.number - b.number || a.id - b.id
      : a.number - b.number || a.colour - b.colour || a.id - b.id,
  )
  return keyed.map(({ id }) => id)
}
