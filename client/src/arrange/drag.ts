/**
 * Dragging with mouse, finger or pen: a Svelte attachment for the element that holds felt and rack.
 * While something is dragged only one layer moves (by transform, at most once a frame, and only if
 * the pointer or the felt moved); the felt itself changes when the place that would be taken changes,
 * and at the drop. Under a finger the tiles are
 * lifted, so that they can be seen; over the rack they sink back to it. A long press takes the whole
 * meld, or, on the rack, begins to select several tiles.
 */
import { tick } from 'svelte'
import { settings } from '../app/settings.svelte'
import type { Bench, Place, Target } from './bench.svelte'
import { meldOf, type TileId } from './draft'
import { flyFrom, glideFrom, tileElement } from './flights'
import { type Point, RATIO } from './geometry'
import { sweep } from './sweep'

const SLOP = { mouse: 5, pen: 7, touch: 9 } as const
const LONG_PRESS = 550
const EDGE = 56
const REST = 350
const RACK_MARGIN = 12
/** What a line of a wheel that counts in lines is worth. */
const LINE = 40
/** So far above the finger the lower edge of a lifted tile is, in pixels. */
const ABOVE_FINGER = 14
/** So far from the rack a lifted tile is at its full height. */
const RISE = 50

interface Grip {
  readonly pointer: number
  readonly type: keyof typeof SLOP
  readonly start: Point
  readonly id: TileId
  readonly element: HTMLElement
  whole: boolean
  /** Taken by a long press: nothing is to happen unless it is then moved. */
  pressed: boolean
}

const surface = (root: HTMLElement, name: 'felt' | 'rack') =>
  root.querySelector<HTMLElement>(`[data-surface=${name}]`)

function inside(box: DOMRect, { x, y }: Point, margin: number): boolean {
  const across = x >= box.left - margin && x <= box.right + margin
  return across && y >= box.top - margin && y <= box.bottom + margin
}

/** Felt and rack as they lie in the window, measured once for each step of a drag. */
interface Surfaces {
  readonly felt: DOMRect | undefined
  readonly scrolled: number
  readonly rack: DOMRect | undefined
}

function measure(root: HTMLElement): Surfaces {
  const felt = surface(root, 'felt')
  return {
    felt: felt?.getBoundingClientRect(),
    scrolled: felt?.scrollTop ?? 0,
    rack: surface(root, 'rack')?.getBoundingClientRect(),
  }
}

/** Put down what was dragged, gliding from where it was let go. */
async function release(
  bench: Bench,
  ids: readonly TileId[],
  target: Target | null,
  at: readonly Point[],
): Promise<void> {
  const rack = new Set(bench.arrangement.draft.rack)
  if (target) bench.put(ids, target)
  const after = new Set(bench.arrangement.draft.rack)
  const stayed = ids.filter((id) => rack.has(id) === after.has(id))
  ids.forEach((id, i) => {
    const point = at[i]
    if (point && !stayed.includes(id)) flyFrom([id], point)
  })
  await tick()
  for (const id of stayed) {
    const point = at[ids.indexOf(id)]
    if (point) glideFrom(id, point)
  }
}

export function dragging(bench: Bench, layer: () => HTMLElement | null) {
  return (root: HTMLElement) => {
    let grip: Grip | null = null
    let ids: readonly TileId[] = []
    /** From the strip's upper left corner to the pointer, and how much higher it is at its highest. */
    let offset: Point = { x: 0, y: 0 }
    let rise = 0
    let at: Point = { x: 0, y: 0 }
    let frame = 0
    let press = 0
    let swallowClick = false
    let shown = ''
    let atEdgeSince = 0

    function down(event: PointerEvent): void {
      swallowClick = false
      if (grip && ids.length === 0 && !event.isPrimary) finish()
      if (event.button !== 0 || grip || !event.isPrimary) return
      const element = event.target as Element
      const handle = element.closest<HTMLElement>('[data-handle]')
      const held = handle ?? element.closest<HTMLElement>('[data-tile]')
      if (!held) return
      const id = Number(held.dataset.handle ?? held.dataset.tile)
      const inRack = bench.arrangement.draft.rack.includes(id)
      const { active, watching } = bench.arrangement
      if (!inRack && (!active || watching)) return
      const type = event.pointerType in SLOP ? (event.pointerType as Grip['type']) : 'mouse'
      at = { x: event.clientX, y: event.clientY }
      const whole = held === handle
      grip = { pointer: event.pointerId, type, start: at, id, element: held, whole, pressed: false }
      held.addEventListener('touchmove', consume, { passive: false })
      addEventListener('pointermove', move)
      addEventListener('wheel', wheel, { passive: true })
      root.addEventListener('scroll', follow, { capture: true, passive: true })
      addEventListener('pointerup', up)
      addEventListener('pointercancel', cancel)
      if (!handle && type !== 'mouse') press = window.setTimeout(longPress, LONG_PRESS)
    }

    /** The browser takes a drag that nobody consumes for a scroll, and may swallow the next tap. */
    function consume(event: TouchEvent): void {
      if (ids.length > 0 && event.cancelable) event.preventDefault()
    }

    function longPress(): void {
      if (!grip || ids.length > 0) return
      if (settings.vibration) navigator.vibrate?.(15)
      const { id, start, pointer } = grip
      if (bench.arrangement.draft.rack.includes(id)) {
        finish()
        swallowClick = true
        bench.arrangement.selection = [id]
        void sweep(bench, root, start, pointer)
        return
      }
      grip.whole = true
      grip.pressed = true
      lift()
    }

    function move(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointer) return
      at = { x: event.clientX, y: event.clientY }
      follow()
      if (ids.length === 0 && moved(grip)) lift()
    }

    /** Take a step with the next frame. */
    function follow(): void {
      if (ids.length > 0) frame ||= requestAnimationFrame(step)
    }

    /** What is carried covers the felt, so the wheel turns it from here. */
    function wheel({ deltaY, deltaMode }: WheelEvent): void {
      if (ids.length === 0) return
      const felt = surface(root, 'felt')
      felt?.scrollBy(0, deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE : deltaY)
    }

    const moved = ({ start, type }: Grip) => Math.hypot(at.x - start.x, at.y - start.y) > SLOP[type]

    function lift(): void {
      if (!grip) return
      clearTimeout(press)
      const { arrangement } = bench
      const meld = meldOf(arrangement.draft, grip.id)
      if (grip.whole && meld) ids = meld.tiles
      else if (arrangement.selection.includes(grip.id)) ids = arrangement.selection
      else ids = [grip.id]
      hold(grip)
      bench.dragging = ids
      swallowClick = true
      root.classList.add('is-dragging')
      follow()
    }

    /** The pointer keeps the part of the tile that it took, whatever the tile's size becomes. */
    function hold({ id, start, type }: Grip): void {
      const { tile } = bench.table
      const box = tileElement(id)?.getBoundingClientRect()
      const part = box ? (start.x - box.left) / box.width : 0.5
      const down = box ? (start.y - box.top) / box.height : 0.5
      offset = { x: (ids.indexOf(id) + part) * tile, y: down * tile * RATIO }
      rise = type === 'touch' ? (1 - down) * tile * RATIO + ABOVE_FINGER : 0
    }

    /** The upper left corner of what is carried, in the window. */
    function corner({ rack }: Surfaces): Point {
      const away = rack === undefined ? 1 : (rack.top - RACK_MARGIN - at.y) / RISE
      const lifted = rise * Math.max(0, Math.min(1, away))
      return { x: at.x - offset.x, y: at.y - offset.y - lifted }
    }

    function step(): void {
      frame = 0
      // Everything is measured before anything moves: the other way round costs a layout each frame.
      const seen = measure(root)
      const found = target(seen)
      if (scrollAtEdge(seen)) follow()
      const { x, y } = corner(seen)
      const ghost = layer()
      if (ghost) ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`
      aim(found)
    }

    /**
     * The rack goes by the pointer, the felt by what is carried: beside a meld at its edge a tile lies
     * half outside.
     */
    function placeOf(seen: Surfaces): Place | null {
      const { felt, rack, scrolled } = seen
      if (rack && inside(rack, at, RACK_MARGIN)) {
        return { over: 'rack', at: { x: at.x - rack.left, y: at.y - rack.top } }
      }
      const { x, y } = corner(seen)
      const { tile } = bench.table
      const centre = { x: x + (ids.length * tile) / 2, y: y + (tile * RATIO) / 2 }
      if (!felt || !(inside(felt, centre, tile / 2) || inside(felt, at, 0))) return null
      return {
        over: 'felt',
        at: { x: x - felt.left, y: y - felt.top + scrolled, count: ids.length },
      }
    }

    function target(seen: Surfaces): Target | null {
      const place = placeOf(seen)
      return place && bench.locate(place, ids)
    }

    function aim(target: Target | null): void {
      const key = JSON.stringify(target)
      if (key === shown) return
      shown = key
      bench.target = target
    }

    /** Scroll the felt when the pointer rests near its upper or lower edge; whether it does. */
    function scrollAtEdge({ felt: box }: Surfaces): boolean {
      const felt = surface(root, 'felt')
      if (!felt || !box || felt.scrollHeight <= felt.clientHeight) return false
      const above = box.top + EDGE - at.y
      const below = at.y - box.bottom + EDGE
      const near = at.y < box.bottom ? Math.max(above, below) : 0
      if (near <= 0 || at.x < box.left || at.x > box.right) {
        atEdgeSince = 0
        return false
      }
      const now = performance.now()
      atEdgeSince ||= now
      if (now - atEdgeSince >= REST) {
        felt.scrollTop += (above > 0 ? -1 : 1) * Math.min(14, near / 4)
      }
      return true
    }

    function up(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointer) return
      if (ids.length === 0) {
        finish()
        return
      }
      at = { x: event.clientX, y: event.clientY }
      if (grip.pressed && !moved(grip)) {
        finish()
        return
      }
      const seen = measure(root)
      const found = target(seen)
      const { x, y } = corner(seen)
      const { tile } = bench.table
      const points = ids.map((_, i) => ({ x: x + (i + 0.5) * tile, y: y + (tile * RATIO) / 2 }))
      const carried = ids
      finish()
      void release(bench, carried, found, points)
    }

    function cancel(event: PointerEvent): void {
      if (grip && event.pointerId === grip.pointer) finish()
    }

    function finish(): void {
      cancelAnimationFrame(frame)
      frame = 0
      clearTimeout(press)
      removeEventListener('pointermove', move)
      removeEventListener('wheel', wheel)
      root.removeEventListener('scroll', follow, { capture: true })
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      grip?.element.removeEventListener('touchmove', consume)
      root.classList.remove('is-dragging')
      grip = null
      ids = []
      shown = ''
      bench.dragging = []
      bench.target = null
    }

    function click(event: MouseEvent): void {
      if (!swallowClick) return
      swallowClick = false
      event.stopPropagation()
      event.preventDefault()
    }

    function letGo(event: KeyboardEvent): void {
      if (event.key === 'Escape' && ids.length > 0) {
        event.preventDefault()
        finish()
      }
    }

    const noMenu = (event: Event) => {
      if (grip && grip.type !== 'mouse') event.preventDefault()
    }
    root.addEventListener('pointerdown', down)
    root.addEventListener('click', click, true)
    root.addEventListener('contextmenu', noMenu)
    addEventListener('keydown', letGo)
    return () => {
      finish()
      root.removeEventListener('pointerdown', down)
      root.removeEventListener('click', click, true)
      root.removeEventListener('contextmenu', noMenu)
      removeEventListener('keydown', letGo)
    }
  }
}
