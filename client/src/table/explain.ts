/**
 * When a special tile explains itself: a mouse that rests on it, a finger that stays on it, or `?` on
 * the focused tile. A Svelte attachment for the element that holds felt and rack.
 */
import type { TileId } from '../arrange/draft'
import type { Kind } from '../tiles/tile'

export interface Asked {
  readonly id: TileId
  readonly kind: Kind
  readonly by: 'mouse' | 'finger' | 'key'
  /** Where the tile is in the window. */
  readonly box: DOMRect
}

const REST = 600
const PRESS = 550
const SLOP = 9

const special = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tile][data-kind^="*"]') : null

/** `leave` is called when a mouse goes elsewhere, `close` when something else begins. */
export function explaining(ask: (asked: Asked) => void, leave: () => void, close: () => void) {
  return (root: HTMLElement) => {
    let timer = 0
    let pressed: { readonly x: number; readonly y: number } | null = null

    function tell(tile: HTMLElement, by: Asked['by']): void {
      const { tile: id, kind = '*' } = tile.dataset
      if (tile.isConnected) ask({ id: Number(id), kind, by, box: tile.getBoundingClientRect() })
    }

    function over(event: PointerEvent): void {
      const tile = special(event.target)
      if (event.pointerType !== 'mouse' || event.buttons !== 0 || !tile) return
      clearTimeout(timer)
      timer = window.setTimeout(() => tell(tile, 'mouse'), REST)
    }

    function out(event: PointerEvent): void {
      if (event.pointerType !== 'mouse' || !special(event.target)) return
      clearTimeout(timer)
      leave()
    }

    function down(event: PointerEvent): void {
      clearTimeout(timer)
      close()
      const tile = special(event.target)
      if (event.pointerType === 'mouse' || !tile) return
      pressed = { x: event.clientX, y: event.clientY }
      timer = window.setTimeout(() => tell(tile, 'finger'), PRESS)
    }

    /** A finger that goes on carries the tile: what it does is then known. */
    function move({ clientX, clientY }: PointerEvent): void {
      if (!pressed || Math.hypot(clientX - pressed.x, clientY - pressed.y) <= SLOP) return
      pressed = null
      clearTimeout(timer)
      close()
    }

    function up(): void {
      if (pressed) clearTimeout(timer)
      pressed = null
    }

    function key(event: KeyboardEvent): void {
      const tile = special(event.target)
      if (event.key !== '?' || !tile || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      tell(tile, 'key')
    }

    function menu(event: Event): void {
      if (pressed && special(event.target)) event.preventDefault()
    }

    root.addEventListener('pointerover', over)
    root.addEventListener('pointerout', out)
    root.addEventListener('pointerdown', down)
    root.addEventListener('keydown', key)
    root.addEventListener('contextmenu', menu)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    return () => {
      clearTimeout(timer)
      root.removeEventListener('pointerover', over)
      root.removeEventListener('pointerout', out)
      root.removeEventListener('pointerdown', down)
      root.removeEventListener('keydown', key)
      root.removeEventListener('contextmenu', menu)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
    }
  }
}
