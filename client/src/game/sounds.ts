/** Small sounds made in the browser, and buzzes; both can be switched off. */
import { settings } from '../app/settings.svelte'

export type Sound = 'place' | 'turn' | 'tick' | 'end' | 'refuse' | 'deal'

interface Note {
  readonly at: number
  readonly pitch: number
  readonly length: number
  readonly loud: number
  readonly shape: OscillatorType
}

const note = (
  at: number,
  pitch: number,
  length: number,
  loud = 0.12,
  shape: OscillatorType = 'sine',
) => ({ at, pitch, length, loud, shape }) satisfies Note

const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  place: [note(0, 1500, 0.03, 0.1, 'triangle'), note(0.012, 620, 0.05, 0.08, 'triangle')],
  deal: [note(0, 900, 0.03, 0.06, 'triangle')],
  turn: [note(0, 587, 0.16), note(0.13, 880, 0.3)],
  tick: [note(0, 1050, 0.04, 0.08, 'square')],
  refuse: [note(0, 220, 0.14, 0.12, 'triangle')],
  end: [note(0, 523, 0.18), note(0.15, 659, 0.18), note(0.3, 784, 0.18), note(0.45, 1047, 0.5)],
}

const BUZZES: Readonly<Partial<Record<Sound, number | number[]>>> = {
  turn: [30, 60, 30],
  tick: 20,
  refuse: 60,
  end: [40, 60, 40, 60, 80],
}

let context: AudioContext | null = null

export function play(sound: Sound): void {
  if (settings.vibration && BUZZES[sound] && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate?.(BUZZES[sound])
  }
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  const start = context.currentTime
  for (const { at, pitch, length, loud, shape } of SOUNDS[sound]) {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.type = shape
    oscillator.frequency.value = pitch
    gain.gain.setValueAtTime(0, start + at)
    gain.gain.linearRampToValueAtTime(loud, start + at + 0.008)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + at + length)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start + at)
    oscillator.stop(start + at + length + 0.02)
  }
}
