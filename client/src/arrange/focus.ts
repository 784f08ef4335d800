/**
 * The keyboard never loses its place: when what had the focus goes (a tile that is laid, a button that
 * is no longer needed, a panel that closes), the focus goes to what is nearest to it, not to the top
 * of the page.
 */
import type { Bench } from './bench.svelte'
import type { TileId } from './draft'
import { tileElement } from './flights'

interface Held {
  readonly element: HTMLElement
  readonly tile: TileId | null
  /** Its place in the rack, if it was there. */
  readonly index: number
}

const ELSEWHERE = ['[data-main]', '.rack [data-tile][tabindex="0"]', 'main a, main button']

/** A Svelte attachment for the element that holds felt, rack and buttons. */
export function keepingFocus(bench: () => Bench) {
  return (root: HTMLElement) => {
    let held: Held | null = null

    function focusin({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return
      const tile = target.dataset.tile ? Number(target.dataset.tile) : null
      const index = tile === null ? -1 : bench().arrangement.rack.indexOf(tile)
      held = { element: target, tile, index }
    }

    /** Whoever points elsewhere has let go. */
    function pointerdown(): void {
      held = null
    }

    function nearest({ tile, index }: Held): HTMLElement | null {
      const { rack } = bench().arrangement
      const next = index >= 0 ? (rack[index] ?? rack.at(-1)) : tile
      const found = next === undefined || next === null ? null : tileElement(next)
      if (found) return found
      const places = ELSEWHERE.map((place) => root.querySelector<HTMLElement>(place))
      return places.find((place) => place !== null) ?? null
    }

    const observer = new MutationObserver(() => {
      if (!held || held.element.isConnected) return
      const free = document.activeElement === document.body || document.activeElement === null
      if (!free || root.closest('[inert]') || document.querySelector('dialog[open]')) return
      const place = nearest(held)
      held = null
      place?.focus()
    })

    root.addEventListener('focusin', focusin)
    root.addEventListener('pointerdown', pointerdown, true)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', focusin)
      root.removeEventListener('pointerdown', pointerdown, true)
      observer.disconnect()
    }
  }
}
