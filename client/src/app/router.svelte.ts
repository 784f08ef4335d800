/**
 * Addresses and pages: the history API, no more. The front door comes with the shell, in one piece; any
 * other page is loaded when it is first shown.
 */

import type { Part } from 'virtual:languages'
import type { Component } from 'svelte'
import Home from '../pages/Home.svelte'

// biome-ignore lint/suspicious/noExplicitAny: pages take different properties
type Page = Component<any>

export interface Route {
  readonly page: () => Promise<{ default: Page }>
  readonly parts: readonly Part[]
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly path: RegExp
  readonly page: () => Promise<{ default: Page }>
  /** Texts it shows beside those of the start. */
  readonly part?: Part
}

const notFound = () => import('../pages/NotFound.svelte')

const patterns: readonly Pattern[] = [
  { path: /^\/$/, page: async () => ({ default: Home }) },
  { path: /^\/room\/(?<code>[\w-]+)$/, page: () => import('../pages/Room.svelte') },
  { path: /^\/rules$/, page: () => import('../pages/Rules.svelte'), part: 'pages' },
  { path: /^\/rules\/(?<id>[\w-]+)$/, page: () => import('../pages/Rules.svelte'), part: 'pages' },
  { path: /^\/lessons$/, page: () => import('../pages/Lessons.svelte'), part: 'lessons' },
  {
    path: /^\/lesson(?:\/(?<id>[\w-]+))?$/,
    page: () => import('../pages/Lesson.svelte'),
    part: 'lessons',
  },
  {
    path: /^\/replay(?:\/(?<id>[\w.-]+))?$/,
    page: () => import('../pages/Replay.svelte'),
    part: 'pages',
  },
  { path: /^\/games$/, page: () => import('../pages/Games.svelte'), part: 'pages' },
  { path: /^\/settings$/, page: () => import('../pages/Settings.svelte'), part: 'pages' },
  { path: /^\/pad(?:\/(?<rest>.*))?$/, page: () => import('../pad/Pad.svelte'), part: 'pad' },
]

class Router {
  path = $state(location.pathname)
  query = $state(location.search)

  readonly route: Route = $derived.by(() => {
    for (const pattern of patterns) {
      const match = pattern.path.exec(this.path)
      if (!match) continue
      const parts = pattern.part ? [pattern.part] : []
      return { page: pattern.page, parts, params: { ...match.groups } }
    }
    return { page: notFound, parts: [], params: {} }
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
