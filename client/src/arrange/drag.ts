/**
 * Dragging with mouse, finger or pen: a Svelte attachment for the element that holds felt and rack.
 * While something is dragged only one layer moves (by transform, once a frame); the felt itself
 * changes when the thing under the pointer changes, and at the drop.
 */
import { settings } from '../app/settings.svelte'
import type { Bench, Target } from './bench.svelte'
import { meldOf, type TileId } from './draft'
import { tileElement } from './flights'
import type { Point } from './geometry'

const SLOP = { mouse: 5, pen: 7, touch: 9 } as const
const LONG_PRESS = 450
const EDGE = 56
const REST = 350

interface Grip {
  readonly pointer: number
  readonly type: keyof typeof SLOP
  readonly start: Point
  readonly id: TileId
  readonly element: HTMLElement
  whole: boolean
}

export function dragging(bench: Bench, layer: () => HTMLElement | null) {
  return (root: HTMLElement) => {
    let grip: Grip | null = null
    let ids: readonly TileId[] = []
    let offset: Point = { x: 0, y: 0 }
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
      const tile = element.closest<HTMLElement>('[data-tile]')
      const held = handle ?? tile
      if (!held) return
      const id = Number(held.dataset.handle ?? held.dataset.tile)
      const inTable = meldOf(bench.arrangement.draft, id) !== undefined
      if (inTable && !bench.arrangement.active) return
      const type = event.pointerType in SLOP ? (event.pointerType as Grip['type']) : 'mouse'
      at = { x: event.clientX, y: event.clientY }
      grip = {
        pointer: event.pointerId,
        type,
        start: at,
        id,
        element: held,
        whole: held === handle,
      }
      held.addEventListener('touchmove', consume, { passive: false })
      addEventListener('pointermove', move)
      addEventListener('pointerup', up)
      addEventListener('pointercancel', cancel)
      if (inTable && !handle && type !== 'mouse') press = window.setTimeout(longPress, LONG_PRESS)
    }

    /** The browser takes a drag that nobody consumes for a scroll, and may swallow the next tap. */
    function consume(event: TouchEvent): void {
      if (ids.length > 0 && event.cancelable) event.preventDefault()
    }

    function longPress(): void {
      if (!grip || ids.length > 0) return
      grip.whole = true
      if (settings.vibration) navigator.vibrate?.(15)
      lift()
    }

    function move(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointer) return
      at = { x: event.clientX, y: event.clientY }
      if (ids.length > 0) return
      if (Math.hypot(at.x - grip.start.x, at.y - grip.start.y) > SLOP[grip.type]) lift()
    }

    function lift(): void {
      if (!grip) return
      clearTimeout(press)
      const { arrangement } = bench
      const meld = meldOf(arrangement.draft, grip.id)
      if (grip.whole && meld) ids = meld.tiles
      else if (arrangement.selection.includes(grip.id)) ids = arrangement.selection
      else ids = [grip.id]
      const element = tileElement(grip.id)
      const box = element?.getBoundingClientRect()
      const before = ids.indexOf(grip.id)
      const size = box?.width ?? bench.table.tile
      offset = box
        ? { x: grip.start.x - box.left + before * size, y: grip.start.y - box.top }
        : { x: 20, y: 20 }
      bench.dragging = ids
      swallowClick = true
      root.classList.add('is-dragging')
      frame = requestAnimationFrame(step)
    }

    function step(): void {
      const ghost = layer()
      if (ghost)
        ghost.style.transform = `translate3d(${at.x - offset.x}px, ${at.y - offset.y}px, 0)`
      scrollAtEdge()
      aim(bench.locate(at.x, at.y, ids))
      frame = requestAnimationFrame(step)
    }

    function aim(target: Target | null): void {
      const key = target ? JSON.stringify(target.drop.on === 'felt' ? target : target.drop) : ''
      if (key === shown) return
      shown = key
      bench.target = target
    }

    /** Scroll the felt when the pointer rests near its upper or lower edge. */
    function scrollAtEdge(): void {
      const { felt } = bench
      if (!felt || felt.scrollHeight <= felt.clientHeight) return
      const box = felt.getBoundingClientRect()
      const above = box.top + EDGE - at.y
      const below = at.y - box.bottom + EDGE
      const near = at.y < box.bottom ? Math.max(above, below) : 0
      if (near <= 0 || at.x < box.left || at.x > box.right) {
        atEdgeSince = 0
        return
      }
      const now = performance.now()
      atEdgeSince ||= now
      if (now - atEdgeSince < REST) return
      felt.scrollTop += (above > 0 ? -1 : 1) * Math.min(14, near / 4)
    }

    function up(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointer) return
      if (ids.length > 0) {
        at = { x: event.clientX, y: event.clientY }
        const target = bench.locate(at.x, at.y, ids)
        const size = bench.table.tile
        const points = ids.map((_, i) => ({
          x: at.x - offset.x + (i + 0.5) * size,
          y: at.y - offset.y + size * 0.68,
        }))
        const moved = ids
        finish()
        if (target) void bench.release(moved, target, points)
        return
      }
      finish()
    }

    function cancel(event: PointerEvent): void {
      if (grip && event.pointerId === grip.pointer) finish()
    }

    function finish(): void {
      cancelAnimationFrame(frame)
      clearTimeout(press)
      removeEventListener('pointermove', move)
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
