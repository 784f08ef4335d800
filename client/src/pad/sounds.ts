/** The timer's sounds, made in the browser: no files, nothing to load. */
import type { Cue } from './timer'

interface Tone {
  readonly pitch: number
  readonly at: number
  readonly length: number
}

const TONES: Readonly<Record<Cue | 'next', readonly Tone[]>> = {
  next: [{ pitch: 523, at: 0, length: 0.08 }],
  warning: [
    { pitch: 740, at: 0, length: 0.14 },
    { pitch: 740, at: 0.22, length: 0.14 },
  ],
  tick: [{ pitch: 880, at: 0, length: 0.09 }],
  end: [
    { pitch: 587, at: 0, length: 0.25 },
    { pitch: 440, at: 0.28, length: 0.25 },
    { pitch: 294, at: 0.56, length: 0.6 },
  ],
}

const BUZZES: Readonly<Record<Cue | 'next', number[]>> = {
  next: [20],
  warning: [80, 80, 80],
  tick: [40],
  end: [400, 120, 400],
}

let context: AudioContext | null = null

/** Browsers let a page sound only after a touch: call this from one. */
export function wakeSound(): void {
  context ??= typeof AudioContext === 'undefined' ? null : new AudioContext()
  if (context?.state === 'suspended') context.resume().catch(() => undefined)
}

export function sound(cue: Cue | 'next'): void {
  if (context?.state !== 'running') return
  for (const tone of TONES[cue]) {
    const begin = context.currentTime + tone.at
    const wave = context.createOscillator()
    const volume = context.createGain()
    wave.type = 'triangle'
    wave.frequency.value = tone.pitch
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(0.35, begin + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + tone.length)
    wave.connect(volume).connect(context.destination)
    wave.start(begin)
    wave.stop(begin + tone.length)
  }
}

export function buzz(cue: Cue | 'next'): void {
  navigator.vibrate?.(BUZZES[cue])
}
