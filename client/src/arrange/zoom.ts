/**
 * How large the tiles on the felt are: two fingers, the wheel with Ctrl, buttons, or so that everything
 * is in view. While somebody pinches, the felt is only stretched; when they let go, the melds find
 * their places at the new size.
 */
import { tick } from 'svelte'
import { settings } from '../app/settings.svelte'
import type { Bench } from './bench.svelte'
import { ground, LEAST_ZOOM, type Point, tableSize, topOf } from './geometry'
import { layout } from './layout'

const MOST = 2
const STEP = 0.05
/** What the view of the whole table may choose from, in steps. */
const SMALLEST = 7
const LARGEST = 26
const WHEEL_RESTS = 160

function rounded(zoom: number): number {
  return Math.min(MOST, Math.max(LEAST_ZOOM, Math.round(zoom * 20) / 20))
}

export function zoomBy(by: number): void {
  settings.zoom = rounded(settings.zoom + by)
}

/** The largest zoom with which the whole table is in view; a second time: as it was meant. */
export function showAll({ view, arrangement }: Bench): void {
  const rank = (key: number) => {
    const spot = arrangement.spots.get(key)
    return (spot?.row ?? 0) * 1e3 + (spot?.col ?? 0)
  }
  const melds = arrangement.table
    .map(({ key, tiles }) => ({ key, length: tiles.length }))
    .toSorted((a, b) => rank(a.key) - rank(b.key))
  const inView = (zoom: number) => {
    const size = tableSize(view.felt.width, zoom, view)
    const { rows } = layout(melds, size.columns, new Map())
    return topOf(ground(size, rows, new Set()), rows + 1) + size.padY <= view.felt.height
  }
  let steps = LARGEST
  while (steps > SMALLEST && !inView(steps * STEP)) steps -= 1
  const zoom = steps * STEP
  settings.zoom = Math.abs(zoom - settings.zoom) < STEP / 2 ? 1 : zoom
}

/** A Svelte attachment for the felt. */
export function pinching(bench: Bench) {
  return (felt: HTMLElement) => {
    const surface = felt.querySelector('.surface') as HTMLElement
    let apart = 0
    let scale = 1
    let centre: Point = { x: 0, y: 0 }
    let rests = 0

    const between = ([a, b]: TouchList | [Touch, Touch]) =>
      a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0

    function begin(x: number, y: number): void {
      const box = surface.getBoundingClientRect()
      centre = { x: x - box.left, y: y - box.top }
      scale = 1
      surface.style.transformOrigin = `${centre.x}px ${centre.y}px`
    }

    /** Stretch as far as the tiles will really grow or shrink. */
    function stretch(wanted: number): void {
      const { tile } = tableSize(felt.clientWidth, rounded(settings.zoom * wanted), bench.view)
      const now = bench.table.tile
      scale = wanted > 1 ? Math.min(wanted, tile / now + 0.02) : Math.max(wanted, tile / now - 0.02)
      surface.style.transform = `scale(${scale})`
    }

    async function settle(): Promise<void> {
      const part = centre.y / surface.offsetHeight
      const below = centre.y - felt.scrollTop
      surface.style.transform = ''
      settings.zoom = rounded(settings.zoom * scale)
      await tick()
      felt.scrollTop = part * surface.offsetHeight - below
    }

    function touchstart({ touches }: TouchEvent): void {
      const [a, b] = touches
      if (touches.length !== 2 || !a || !b || bench.dragging.length > 0) return
      apart = between(touches)
      begin((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
      felt.addEventListener('touchmove', touchmove, { passive: false })
    }

    function touchmove(event: TouchEvent): void {
      if (event.touches.length !== 2 || !event.cancelable) return
      event.preventDefault()
      stretch(between(event.touches) / apart)
    }

    function touchend({ touches }: TouchEvent): void {
      if (apart === 0 || touches.length > 1) return
      apart = 0
      felt.removeEventListener('touchmove', touchmove)
      void settle()
    }

    function wheel(event: WheelEvent): void {
      if (!event.ctrlKey) return
      event.preventDefault()
      if (rests === 0) begin(event.clientX, event.clientY)
      clearTimeout(rests)
      stretch(scale * Math.exp(-event.deltaY / 200))
      rests = window.setTimeout(() => {
        rests = 0
        void settle()
      }, WHEEL_RESTS)
    }

    felt.addEventListener('touchstart', touchstart, { passive: true })
    felt.addEventListener('touchend', touchend)
    felt.addEventListener('touchcancel', touchend)
    felt.addEventListener('wheel', wheel, { passive: false })
    return () => clearTimeout(rests)
  }
}
