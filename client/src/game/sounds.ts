/** Small sounds made in the browser, and buzzes; signals, clicks and buzzes can be switched off. */
import { settings } from '../app/settings.svelte'
import { buzz, click, type Note, note, ring } from '../app/tones'

export type Signal = 'turn' | 'tick' | 'end' | 'lose' | 'warn' | 'refuse'
export type Sound = Signal | 'place' | 'deal'

const SIGNALS: Readonly<Record<Signal, readonly Note[]>> = {
  turn: [note(0, 587, 0.16), note(0.13, 880, 0.3)],
  tick: [note(0, 1050, 0.04, 0.08, 'square')],
  refuse: [note(0, 220, 0.14, 0.12, 'triangle')],
  lose: [note(0, 440, 0.22), note(0.2, 392, 0.22), note(0.4, 330, 0.5)],
  warn: [note(0, 740, 0.1, 0.1, 'triangle'), note(0.14, 740, 0.16, 0.1, 'triangle')],
  end: [note(0, 523, 0.18), note(0.15, 659, 0.18), note(0.3, 784, 0.18), note(0.45, 1047, 0.5)],
}

const BUZZES: Readonly<Partial<Record<Sound, number | number[]>>> = {
  turn: [30, 60, 30],
  tick: 20,
  refuse: 60,
  end: [40, 60, 40, 60, 80],
}

/** More tiles than this are heard as these. */
const MOST_CLICKS = 5
const DEALT = 0.5

/** Let something be heard and felt; `tiles` are those that touch the table. */
export function play(sound: Sound, tiles = 1): void {
  const pattern = BUZZES[sound]
  if (settings.vibration && pattern) buzz(pattern)
  if (!settings.sound) return
  if (sound === 'place' || sound === 'deal') {
    if (settings.clicks) click(Math.min(tiles, MOST_CLICKS), sound === 'deal' ? DEALT : 1)
  } else if (settings.signals) ring(SIGNALS[sound])
}
