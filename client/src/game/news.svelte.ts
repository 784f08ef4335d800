/**
 * What happens at the table, made noticeable: a line of text, a spoken sentence, a sound, a bubble at
 * the seat, the title of the window, a notification.
 */
import { announce } from '../app/announce.svelte'
import { settings } from '../app/settings.svelte'
import type { Room } from '../net/room.svelte'
import { m } from '../paraglide/messages.js'
import type { Reacted, Reaction, RoomEvent } from '../protocol.gen'
import { tileNames } from '../tiles/names'
import { parseMeld } from '../tiles/tile'
import { play } from './sounds'

const BUBBLE_STAYS = 3500

export function reactionText(reaction: Reaction): string {
  switch (reaction) {
    case 'hello':
      return m.reaction_hello()
    case 'thanks':
      return m.reaction_thanks()
    case 'well-played':
      return m.reaction_well_played()
    case 'wow':
      return m.reaction_wow()
    case 'oops':
      return m.reaction_oops()
    case 'thinking':
      return m.reaction_thinking()
    case 'hurry':
      return m.reaction_hurry()
    case 'laugh':
      return m.reaction_laugh()
  }
}

export class News {
  latest = $state('')
  /** What I must not miss; it stays until I do something. */
  held = $state('')
  bubbles: ReadonlyMap<number, string> = $state.raw(new Map())
  readonly #room: () => Room
  #wasMine = false

  constructor(room: () => Room) {
    this.#room = room
  }

  happened(event: RoomEvent): void {
    const { short, spoken } = this.#tell(event)
    const mine = 'seat' in event && event.seat === this.#room().you
    if (short) this.latest = short
    if (event.type === 'began') this.seen()
    else if (mine && event.type !== 'chatted') this.held = event.type === 'timed-out' ? short : ''
    if (spoken) announce(spoken)
    if (event.type === 'played' || event.type === 'timed-out') play('place')
    else if (event.type === 'ended') play('end')
    else if (event.type === 'drew' || event.type === 'began') play('deal')
    if (event.type === 'chatted' && event.seat !== null && !settings.muted) {
      this.#bubble(event.seat, event.text)
    }
  }

  reacted({ seat, reaction }: Reacted): void {
    if (!settings.muted) this.#bubble(seat, reactionText(reaction))
  }

  /** I went on. */
  seen(): void {
    this.held = ''
  }

  /** My turn has come: say so where I may be looking. Returns what undoes it. */
  followTurn(mine: boolean): () => void {
    if (mine && !this.#wasMine) {
      play('turn')
      announce(m.your_turn())
      this.#notify()
    }
    this.#wasMine = mine
    const title = `${m.room_title({ code: this.#room().code })} · tilerummy`
    document.title = mine ? `● ${m.your_turn()} – ${title}` : title
    return () => {
      document.title = title
    }
  }

  #name(seat: number): string {
    const room = this.#room()
    return room.state?.room.seats[seat]?.name ?? ''
  }

  #tell(event: RoomEvent): { short: string; spoken: string } {
    const same = (text: string) => ({ short: text, spoken: text })
    switch (event.type) {
      case 'played': {
        const name = this.#name(event.seat)
        const kinds = parseMeld(event.laid)
        const count = kinds.length
        return {
          short: m.event_laid_short({ name, count }),
          spoken: m.event_laid({ name, count, tiles: tileNames(kinds) }),
        }
      }
      case 'drew':
        return event.tiles
          ? same(m.event_you_drew({ tiles: tileNames(parseMeld(event.tiles)) }))
          : same(m.event_drew({ name: this.#name(event.seat) }))
      case 'passed':
        return same(m.event_passed({ name: this.#name(event.seat) }))
      case 'timed-out':
        return event.seat === this.#room().you
          ? same(m.event_you_timed_out({ count: event.penalty }))
          : same(m.event_timed_out({ name: this.#name(event.seat), count: event.penalty }))
      case 'began':
        return same(m.event_began({ name: this.#name(event.round.start) }))
      case 'redealt':
        return same(m.event_redealt({ name: this.#name(event.seat) }))
      case 'left':
        return same(m.event_left({ name: this.#name(event.seat) }))
      case 'chatted':
        return { short: '', spoken: settings.muted ? '' : `${event.name}: ${event.text}` }
      default:
        return { short: '', spoken: '' }
    }
  }

  #bubble(seat: number, text: string): void {
    this.bubbles = new Map(this.bubbles).set(seat, text)
    setTimeout(() => {
      if (this.bubbles.get(seat) !== text) return
      const left = new Map(this.bubbles)
      left.delete(seat)
      this.bubbles = left
    }, BUBBLE_STAYS)
  }

  #notify(): void {
    if (!settings.notifications || !document.hidden || !('Notification' in window)) return
    if (Notification.permission !== 'granted') return
    const body = m.your_turn_body()
    navigator.serviceWorker?.ready
      .then((worker) =>
        worker.showNotification(m.your_turn(), { body, tag: 'turn', icon: '/icon-192.png' }),
      )
      .catch(() => {})
  }
}
