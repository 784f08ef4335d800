/** Walking over tiles with the arrow keys: the next one in a direction, by where they lie. */
import type { TileId } from './draft'

export interface Spotted {
  readonly id: TileId
  readonly x: number
  readonly y: number
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End'

export function isArrow(key: string): key is Arrow {
  return /^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)
}

const reading = (a: Spotted, b: Spotted) => a.y - b.y || a.x - b.x

export function neighbour(
  tiles: readonly Spotted[],
  from: TileId,
  arrow: Arrow,
): TileId | undefined {
  const order = tiles.toSorted(reading)
  const here = order.findIndex((tile) => tile.id === from)
  const current = order[here]
  if (!current) return order[0]?.id
  switch (arrow) {
    case 'Home':
      return order[0]?.id
    case 'End':
      return order.at(-1)?.id
    case 'ArrowLeft':
      return order[here - 1]?.id
    case 'ArrowRight':
      return order[here + 1]?.id
    case 'ArrowUp':
      return nearestIn(order.filter((tile) => tile.y < current.y).toReversed(), current.x)
    case 'ArrowDown':
      return nearestIn(
        order.filter((tile) => tile.y > current.y),
        current.x,
      )
  }
}

/** The tile of the first row given that is nearest to x. */
function nearestIn(tiles: readonly Spotted[], x: number): TileId | undefined {
  const row = tiles.filter((tile) => tile.y === tiles[0]?.y)
  return row.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]?.id
}
