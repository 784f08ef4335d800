/**
 * Selecting several tiles of the rack in one go: press on the wood (or, with a finger, on a tile for a
 * moment) and move across; every tile in between is selected.
 */
import type { Bench } from './bench.svelte'
import type { Point } from './geometry'

const SLOP = 6

/** Follow this pointer until it is let go; tells at the end whether it moved. */
export function sweep(
  bench: Bench,
  rack: Element,
  start: Point,
  pointer: number,
): Promise<boolean> {
  const tiles = [...rack.querySelectorAll<HTMLElement>('[data-tile]')].map((tile) => ({
    id: Number(tile.dataset.tile),
    box: tile.getBoundingClientRect(),
  }))
  let moved = false

  function move({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    if (pointerId !== pointer) return
    moved ||= Math.hypot(x - start.x, y - start.y) >= SLOP
    if (moved) select({ x, y })
  }

  /** What lies between start and end, in the order of the rack. */
  function select(end: Point): void {
    const [left, right] = [Math.min(start.x, end.x), Math.max(start.x, end.x)]
    const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)]
    const met = tiles.filter(({ box }) => {
      const across = box.left < right && box.right > left
      return across && box.top < bottom && box.bottom > top
    })
    const ids = new Set(met.map(({ id }) => id))
    const { arrangement } = bench
    const chosen = arrangement.rack.filter((id) => ids.has(id))
    if (chosen.join() !== arrangement.selection.join()) arrangement.selection = chosen
  }

  return new Promise((resolve) => {
    function end({ pointerId }: PointerEvent): void {
      if (pointerId !== pointer) return
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      resolve(moved)
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
  })
}

/** A Svelte attachment for the rack: sweeps that begin on the wood. */
export function sweeping(bench: Bench) {
  return (rack: HTMLElement) => {
    let swept = false

    function down(event: PointerEvent): void {
      swept = false
      if (event.button !== 0 || !event.isPrimary) return
      if ((event.target as Element).closest('button')) return
      const start = { x: event.clientX, y: event.clientY }
      void sweep(bench, rack, start, event.pointerId).then((moved) => {
        swept = moved
      })
    }

    /** The click that ends a sweep is not a tap on the wood. */
    function click(event: MouseEvent): void {
      if (swept) event.stopPropagation()
      swept = false
    }

    rack.addEventListener('pointerdown', down)
    rack.addEventListener('click', click, true)
  }
}
