/**
 * What happens at the table, made noticeable: a line of text, a spoken sentence, a sound, a bubble at
 * the seat, the title of the window, a notification.
 */
import { announce } from '../app/announce.svelte'
import { settings } from '../app/settings.svelte'
import type { Room } from '../net/room.svelte'
import { m } from '../paraglide/messages.js'
import type { Played, Reacted, Reaction, RoomEvent } from '../protocol.gen'
import { tileNames } from '../tiles/names'
import { parseMeld } from '../tiles/tile'
import type { LoggedTurn } from '../turn/log.svelte'
import { lateNews } from './late'
import { play } from './sounds'

const BUBBLE_STAYS = 3500
/** So few tiles on a rack are worth a warning. */
export const FEW = 3

/** What stands at a seat for a moment. */
export interface Bubble {
  readonly text: string
  readonly reaction?: Reaction
}

/** The quick reactions in words, in the order in which they are offered. */
export const REACTIONS: Readonly<Record<Reaction, () => string>> = {
  hello: m.reaction_hello,
  'well-played': m.reaction_well_played,
  wow: m.reaction_wow,
  oops: m.reaction_oops,
  laugh: m.reaction_laugh,
  thinking: m.reaction_thinking,
  hurry: m.reaction_hurry,
  thanks: m.reaction_thanks,
}

/** A turn in a few words. */
export function turnText({ type, laid, drawn }: LoggedTurn, name: string): string {
  switch (type) {
    case 'played':
      return m.event_laid_short({ name, count: parseMeld(laid).length })
    case 'drew':
      return m.event_drew({ name })
    case 'passed':
      return m.event_passed({ name })
    case 'timed-out':
      return m.event_timed_out({ name, count: drawn })
  }
}

export class News {
  latest = $state('')
  /** What happened since I last did something, a line for each turn; it stays until I act. */
  since: readonly string[] = $state.raw([])
  bubbles: ReadonlyMap<number, Bubble> = $state.raw(new Map())
  readonly close: () => void
  readonly #room: Room
  #wasMine = false

  constructor(room: Room) {
    this.#room = room
    this.close = room.listen({
      happened: (event) => this.#happened(event),
      reacted: (reaction) => this.#reacted(reaction),
    })
  }

  #happened(event: RoomEvent): void {
    const { short, spoken } = this.#tell(event)
    const { you } = this.#room
    const mine = 'seat' in event && event.seat === you
    if (short) this.latest = short
    if (event.type === 'began' || (mine && event.type !== 'chatted')) this.seen()
    if (short && (!mine || event.type === 'timed-out'))
      this.since = [...this.since, short].slice(-5)
    if (spoken) announce(spoken)
    if (event.type === 'played') play('place', mine ? 1 : parseMeld(event.laid).length)
    else if (event.type === 'timed-out') play('place')
    else if (event.type === 'ended')
      play(you === null || event.result.winner === you ? 'end' : 'lose')
    else if (event.type === 'drew' || event.type === 'began') play('deal')
    if (event.type === 'played' && !mine) this.#warn(event)
    if (event.type === 'chatted' && event.seat !== null && !settings.muted) {
      this.#bubble(event.seat, { text: event.text })
    }
  }

  /** Somebody is about to go out: said once, when it comes to three tiles or fewer. */
  #warn({ seat, count, laid }: Played): void {
    const played = parseMeld(laid).length
    if (count === 0 || count > FEW || count + played <= FEW) return
    const name = this.#room.nameOf(seat)
    const text = m.few_left({ name, count })
    this.since = [...this.since, text]
    play('warn')
    announce(`${m.event_laid_short({ name, count: played })}. ${text}`)
  }

  #reacted({ seat, reaction }: Reacted): void {
    if (settings.muted) return
    const text = REACTIONS[reaction]()
    this.#bubble(seat, { text, reaction })
    if (seat !== this.#room.you) announce(`${this.#room.nameOf(seat)}: ${text}`)
  }

  /** I went on. */
  seen(): void {
    if (this.since.length > 0) this.since = []
  }

  /** My turn has come: say so where I may be looking. Returns what undoes it. */
  followTurn(mine: boolean): () => void {
    if (mine && !this.#wasMine) {
      play('turn')
      announce(m.your_turn())
      this.#notify()
    }
    this.#wasMine = mine
    const title = `${m.room_title({ code: this.#room.code })} · tilerummy`
    document.title = mine ? `● ${m.your_turn()} – ${title}` : title
    return () => {
      document.title = title
    }
  }

  #tell(event: RoomEvent): { short: string; spoken: string } {
    const same = (text: string) => ({ short: text, spoken: text })
    const seat = 'seat' in event ? event.seat : null
    const name = seat === null ? '' : this.#room.nameOf(seat)
    switch (event.type) {
      case 'played': {
        const kinds = parseMeld(event.laid)
        const said = { name, count: kinds.length }
        return {
          short: m.event_laid_short(said),
          spoken: m.event_laid({ ...said, tiles: tileNames(kinds) }),
        }
      }
      case 'drew':
        return event.tiles
          ? same(m.event_you_drew({ tiles: tileNames(parseMeld(event.tiles)) }))
          : same(m.event_drew({ name }))
      case 'passed':
        return same(m.event_passed({ name }))
      case 'timed-out':
        return same(lateNews(event, seat === this.#room.you ? null : name))
      case 'began':
        return same(m.event_began({ name: this.#room.nameOf(event.round.start) }))
      case 'redealt':
        return same(m.event_redealt({ name }))
      case 'left':
        return same(m.event_left({ name }))
      case 'chatted':
        return { short: '', spoken: settings.muted ? '' : `${event.name}: ${event.text}` }
      default:
        return { short: '', spoken: '' }
    }
  }

  #bubble(seat: number, bubble: Bubble): void {
    this.bubbles = new Map(this.bubbles).set(seat, bubble)
    setTimeout(() => {
      if (this.bubbles.get(seat) !== bubble) return
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
