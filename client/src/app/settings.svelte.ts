/**
 * What a player chose once and never wants to choose again: language, name, appearance, sounds.
 * Kept on the device; reading a field in a component makes the component follow it.
 */
import type { Locale } from '../paraglide/runtime.js'
import { keep, kept } from './storage'

export type { Locale }
export type Theme = 'system' | 'light' | 'dark'
/** The clock of a quick game against bots. */
export type QuickClock = 'none' | 'long' | 'book'
export const FELTS = ['green', 'blue', 'wine', 'slate'] as const
export type Felt = (typeof FELTS)[number]
export const TILE_STYLES = ['ivory', 'white', 'night'] as const
export type TileStyle = (typeof TILE_STYLES)[number]
export type Sort = 'runs' | 'groups' | 'own'

export interface Settings {
  locale: Locale
  theme: Theme
  name: string
  felt: Felt
  tiles: TileStyle
  /** Whether anything is heard, and of that: signals (turns, time, the end), tiles that touch the table. */
  sound: boolean
  signals: boolean
  clicks: boolean
  /** From 0 to 100. */
  volume: number
  vibration: boolean
  notifications: boolean
  lessMotion: boolean
  muted: boolean
  /** Whether single letters do things in the game: N, R, T, P and so on. */
  letterKeys: boolean
  sort: Sort
  zoom: number
  rulebook: string
  level: string
  bots: number
  clock: QuickClock
  /** How long bots take for a turn. */
  pace: 'calm' | 'normal' | 'fast'
}

const KEY = 'tilerummy.settings'

export const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  es: 'Español',
  pt: 'Português (Portugal)',
}

export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[]

function preferredLocale(): Locale {
  for (const wish of navigator.languages) {
    const found = LOCALES.find((locale) => wish.toLowerCase().startsWith(locale))
    if (found) return found
  }
  return 'en'
}

function defaults(): Settings {
  return {
    locale: preferredLocale(),
    theme: 'system',
    name: '',
    felt: 'green',
    tiles: 'ivory',
    sound: true,
    signals: true,
    clicks: true,
    volume: 70,
    vibration: true,
    notifications: false,
    lessMotion: false,
    muted: false,
    letterKeys: true,
    sort: 'groups',
    zoom: 1,
    rulebook: 'jumbo',
    level: 'mira',
    bots: 1,
    clock: 'none',
    pace: 'normal',
  }
}

function load(): Settings {
  const fresh = defaults()
  const settings = { ...fresh, ...(kept(KEY) as Partial<Settings> | null) }
  if (!LOCALES.includes(settings.locale)) settings.locale = fresh.locale
  return settings
}

export const settings: Settings = $state(load())

/** Keep what was chosen, and let the document follow appearance. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => keep(KEY, settings))
    $effect(() => {
      const { dataset, classList } = document.documentElement
      dataset.theme = settings.theme
      dataset.felt = settings.felt
      dataset.tiles = settings.tiles
      classList.toggle('less-motion', settings.lessMotion)
    })
  })
}

const systemLessMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether things should jump instead of glide. */
export function still(): boolean {
  return settings.lessMotion || systemLessMotion.matches
}
