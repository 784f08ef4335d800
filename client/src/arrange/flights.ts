/**
 * Where a tile was on the screen just before it appears somewhere else, so that it can fly from there:
 * from rack to table and back, from a seat, from the pool.
 */
import { still } from '../app/settings.svelte'
import type { Draft, TileId } from './draft'

interface Point {
  readonly x: number
  readonly y: number
}

const origins = new Map<TileId, Point>()

export const tileElement = (id: TileId): HTMLElement | null => document.getElementById(`tile-${id}`)

function centre(element: Element): Point {
  const box = element.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** Remember the tiles that change between rack and table. */
export function rememberFlights(from: Draft, to: Draft): void {
  const rack = new Set(from.rack)
  const next = new Set(to.rack)
  for (const id of [...from.rack, ...to.rack]) {
    if (rack.has(id) === next.has(id) || origins.has(id)) continue
    const element = tileElement(id)
    if (element) origins.set(id, centre(element))
  }
}

/** Let tiles fly in from a point, such as where the finger let go of them. */
export function flyFrom(ids: readonly TileId[], point: Point): void {
  for (const id of ids) origins.set(id, point)
}

/** Let tiles fly in from an element: a seat or the pool. */
export function flyFromElement(ids: readonly TileId[], selector: string): void {
  const element = document.querySelector(selector)
  if (element) flyFrom(ids, centre(element))
}

/** A Svelte transition for a tile that appears: it flies from its origin, if it has one. */
export function arrive(node: Element, { id, delay = 0 }: { id: TileId; delay?: number }) {
  const origin = origins.get(id)
  origins.delete(id)
  if (!origin || still()) return { duration: 0 }
  const here = centre(node)
  const dx = origin.x - here.x
  const dy = origin.y - here.y
  return {
    delay,
    duration: Math.min(420, 160 + Math.hypot(dx, dy) * 0.4),
    css: (_: number, u: number) => `translate: ${dx * u * u}px ${dy * u * u}px; z-index: 5`,
  }
}

/** Let a tile that stays the same element glide to its place from a point. */
export function glideFrom(id: TileId, point: Point): void {
  const element = tileElement(id)
  if (!element || still()) return
  element.style.transition = 'none'
  const here = centre(element)
  const from = `${point.x - here.x}px ${point.y - here.y}px`
  const easing = 'cubic-bezier(0.2, 0.8, 0.3, 1)'
  element.animate([{ translate: from }, { translate: '0 0' }], {
    duration: 180,
    easing,
  }).onfinish = () => {
    element.style.transition = ''
  }
}
