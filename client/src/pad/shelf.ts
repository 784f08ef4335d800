/**
 * Where the device keeps matches and timers: one entry for each, written whole at every change, so
 * that closing the page at any moment loses nothing. The place itself is handed in, so that tests
 * bring their own and a browser that forbids storage is only told once.
 */
import { parseJson, readKept } from './decode'
import { type Kept, keep } from './history'

/** The part of the browser's storage that is needed here. */
export type Place = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const MATCH = 'tilerummy.pad.match.'

export class Shelf {
  readonly #place: Place
  constructor(place: Place) {
    this.#place = place
  }

  /** Every match that can be read, the one changed last first. */
  matches(): Kept[] {
    const keys = Array.from({ length: this.#place.length }, (_, index) => this.#place.key(index))
    return keys
      .filter((key) => key?.startsWith(MATCH))
      .flatMap((key) => this.#read(key ?? '', readKept))
      .toSorted((a, b) => b.match.changed - a.match.changed)
  }

  /** Keep a match. Where there is no room, the others give up their past for it. */
  putMatch(kept: Kept): void {
    try {
      this.put(MATCH + kept.match.id, kept)
    } catch {
      for (const other of this.matches()) {
        if (other.match.id !== kept.match.id) this.put(MATCH + other.match.id, keep(other.match))
      }
      this.put(MATCH + kept.match.id, kept)
    }
  }

  removeMatch(id: string): void {
    this.#place.removeItem(MATCH + id)
  }

  /** Something small by name: the form being filled in, a running timer. */
  put(name: string, value: unknown): void {
    this.#place.setItem(name, JSON.stringify(value))
  }

  get<T>(name: string, read: (from: ReturnType<typeof parseJson>) => T): T | null {
    return this.#read(name, read)[0] ?? null
  }

  remove(name: string): void {
    this.#place.removeItem(name)
  }

  #read<T>(key: string, read: (from: ReturnType<typeof parseJson>) => T): [T] | [] {
    const text = this.#place.getItem(key)
    if (text === null) return []
    try {
      return [read(parseJson(text))]
    } catch {
      // What another version wrote and this one cannot read stays where it is.
      return []
    }
  }
}

/** A place that forgets everything when the page closes. */
export class Nowhere implements Place {
  readonly #items = new Map<string, string>()
  get length(): number {
    return this.#items.size
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value)
  }
  removeItem(key: string): void {
    this.#items.delete(key)
  }
}
