/** The matches of this device as the pages see them: what they change is written down at once. */
import { readKept } from './decode'
import { change, dropDraft, type Kept, keep, newDraft, redo, undo, writeDraft } from './history'
import { type Match, newMatch, playing, removeRound, type Wishes, writeRound } from './match'
import { newRound, type Round, reseat } from './rounds'
import { type KeptTimer, newSetup, readSetup, readTimer, rewound, type Setup } from './setup'
import { Nowhere, type Place, Shelf } from './shelf'

const DELETED = 'tilerummy.pad.deleted'
const SETUP = 'tilerummy.pad.setup'
const TIMER = 'tilerummy.pad.timer.'

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('')
}

function browserPlace(): Place | null {
  try {
    localStorage.setItem('tilerummy.pad', '')
    localStorage.removeItem('tilerummy.pad')
    return localStorage
  } catch {
    return null
  }
}

class Pad {
  readonly #place = browserPlace()
  readonly #shelf = new Shelf(this.#place ?? new Nowhere())
  /** Whether the device refused to keep something. */
  forgetful = $state(this.#place === null)
  all = $state.raw<readonly Kept[]>(this.#shelf.matches())
  /** The match deleted last, until something else is deleted or this is let go. */
  deleted = $state.raw<Kept | null>(this.#shelf.get(DELETED, readKept))

  /** Follow what another window of this device writes. */
  follow(): () => void {
    const reread = () => {
      this.all = this.#shelf.matches()
      this.deleted = this.#shelf.get(DELETED, readKept)
    }
    addEventListener('storage', reread)
    return () => removeEventListener('storage', reread)
  }

  find(id: string): Kept | undefined {
    return this.all.find((kept) => kept.match.id === id)
  }

  create(wishes: Omit<Wishes, 'id' | 'now'>): Match {
    const match = newMatch({ ...wishes, id: newId(), now: Date.now() })
    this.#put(keep(match))
    this.#write(() => this.#shelf.remove(SETUP))
    // Ask the browser not to clear this away; it may say no, and nothing changes.
    navigator.storage?.persist?.().catch(() => false)
    return match
  }

  /** Take matches in from elsewhere; one that is here already becomes a second match. */
  add(matches: readonly Match[]): void {
    for (const match of matches) {
      this.#put(keep(this.find(match.id) ? { ...match, id: newId() } : match))
    }
  }

  change(id: string, step: (match: Match) => Match): void {
    this.#with(id, (kept) => change(kept, step(kept.match), Date.now()))
  }
  undo(id: string): void {
    this.#with(id, undo)
  }
  redo(id: string): void {
    this.#with(id, redo)
  }

  delete(id: string): void {
    const kept = this.find(id)
    if (!kept) return
    this.#write(() => {
      this.#shelf.put(DELETED, kept)
      this.#shelf.removeMatch(id)
      this.#shelf.remove(TIMER + id)
    })
    this.deleted = kept
    this.all = this.all.filter((one) => one !== kept)
  }

  bringBack(): void {
    if (this.deleted) this.#put(this.deleted)
    this.#write(() => this.#shelf.remove(DELETED))
    this.deleted = null
  }

  /** Begin to write a round down, or go on with it: a new one, or one that is there already. */
  draft(id: string, round: string | null): Round | null {
    const kept = this.find(id)
    if (!kept) return null
    const { drafts, match } = kept
    if (round !== null) {
      const known = (one: Round) => one.id === round
      return drafts.find(known) ?? match.rounds.find(known) ?? null
    }
    const seats = playing(match).map((player) => player.id)
    return reseat(newDraft(kept) ?? newRound(newId(), seats), seats)
  }

  writeDraft(id: string, draft: Round): void {
    this.#with(id, (kept) => writeDraft(kept, draft))
  }
  dropDraft(id: string, draft: string): void {
    this.#with(id, (kept) => dropDraft(kept, draft))
  }
  /** Write a round down; after a new one the timer stands at the beginning again. */
  saveDraft(id: string, draft: Round): void {
    const timer = this.find(id)?.match.rounds.some((one) => one.id === draft.id)
      ? null
      : this.timer(id)
    if (timer) this.writeTimer(id, rewound(timer))
    this.#with(id, (kept) =>
      change(dropDraft(kept, draft.id), writeRound(kept.match, draft), Date.now()),
    )
  }
  removeRound(id: string, round: string): void {
    this.#with(id, (kept) =>
      change(dropDraft(kept, round), removeRound(kept.match, round), Date.now()),
    )
  }

  setup(rules: string): Setup {
    return this.#shelf.get(SETUP, readSetup) ?? newSetup(rules)
  }
  writeSetup(setup: Setup): void {
    this.#write(() => this.#shelf.put(SETUP, setup))
  }

  timer(name: string): KeptTimer | null {
    return this.#shelf.get(TIMER + name, readTimer)
  }
  writeTimer(name: string, timer: KeptTimer | null): void {
    this.#write(() => {
      if (timer) this.#shelf.put(TIMER + name, timer)
      else this.#shelf.remove(TIMER + name)
    })
  }

  #with(id: string, step: (kept: Kept) => Kept): void {
    const kept = this.find(id)
    if (kept) this.#put(step(kept))
  }

  #put(kept: Kept): void {
    this.#write(() => this.#shelf.putMatch(kept))
    const others = this.all.filter((one) => one.match.id !== kept.match.id)
    this.all = [kept, ...others].toSorted((a, b) => b.match.changed - a.match.changed)
  }

  #write(step: () => void): void {
    try {
      step()
    } catch {
      this.forgetful = true
    }
  }
}

export const pad = new Pad()
