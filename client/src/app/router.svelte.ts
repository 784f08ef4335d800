/** Addresses and pages: the history API, no more. A page is loaded when it is first shown. */
import type { Component } from 'svelte'

// biome-ignore lint/suspicious/noExplicitAny: pages take different properties
type Page = Component<any>

export interface Route {
  readonly page: () => Promise<{ default: Page }>
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly path: RegExp
  readonly page: () => Promise<{ default: Page }>
}

const notFound = () => import('../pages/NotFound.svelte')

const patterns: readonly Pattern[] = [
  { path: /^\/$/, page: () => import('../pages/Home.svelte') },
  { path: /^\/room\/(?<code>[\w-]+)$/, page: () => import('../pages/Room.svelte') },
  { path: /^\/rules$/, page: () => import('../pages/Rules.svelte') },
  { path: /^\/rules\/(?<id>[\w-]+)$/, page: () => import('../pages/Rules.svelte') },
  { path: /^\/lesson$/, page: () => import('../pages/Lesson.svelte') },
  { path: /^\/replay(?:\/(?<id>[\w.-]+))?$/, page: () => import('../pages/Replay.svelte') },
  { path: /^\/settings$/, page: () => import('../pages/Settings.svelte') },
  { path: /^\/pad(?:\/(?<rest>.*))?$/, page: () => import('../pad/Pad.svelte') },
]

class Router {
  path = $state(location.pathname)
  query = $state(location.search)

  readonly route: Route = $derived.by(() => {
    for (const pattern of patterns) {
      const match = pattern.path.exec(this.path)
      if (match) return { page: pattern.page, params: { ...match.groups } }
    }
    return { page: notFound, params: {} }
  })

  /** Go to an address of ours without loading the document anew. */
  go(href: string, { replace = false } = {}): void {
    const url = new URL(href, location.href)
    if (replace) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    this.#read()
    scrollTo(0, 0)
  }

  follow(): void {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest?.('a')
      if (!link || link.target || link.hasAttribute('download')) return
      if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
      if (link.hash && link.pathname === location.pathname) return
      event.preventDefault()
      this.go(link.href)
    })
  }

  #read(): void {
    this.path = location.pathname
    this.query = location.search
  }
}

export const router = new Router()
