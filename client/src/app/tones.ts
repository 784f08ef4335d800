/** Notes and clicks made in the browser: no sound files, nothing to load. */
import { settings } from './settings.svelte'

export interface Note {
  readonly at: number
  readonly pitch: number
  readonly length: number
  readonly loud: number
  readonly shape: OscillatorType
}

export function note(
  at: number,
  pitch: number,
  length: number,
  loud = 0.12,
  shape: OscillatorType = 'sine',
): Note {
  return { at, pitch, length, loud, shape }
}

interface Output {
  readonly context: AudioContext
  readonly volume: GainNode
  readonly noise: AudioBuffer
}

const NOISE_SECONDS = 0.05
let output: Output | null = null

function opened(): Output {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.connect(context.destination)
  const noise = context.createBuffer(1, context.sampleRate * NOISE_SECONDS, context.sampleRate)
  noise.getChannelData(0).forEach((_, i, samples) => {
    samples[i] = Math.random() * 2 - 1
  })
  return { context, volume, noise }
}

/** Silent until somebody has touched the page, as browsers want it. */
function ready(): Output | null {
  if (!navigator.userActivation?.hasBeenActive || settings.volume <= 0) return null
  output ??= opened()
  // The ear hears ratios: half way down the slider is a quarter of the amplitude.
  output.volume.gain.value = (settings.volume / 100) ** 2 * 2
  return output
}

/** A gain that rises to `loud` and dies away in so many seconds. */
function fading(
  { context, volume }: Output,
  at: number,
  loud: number,
  length: number,
  rise: number,
) {
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + rise)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(volume)
  return gain
}

/** Sound the notes now. */
export function ring(notes: readonly Note[]): void {
  const out = ready()
  if (!out) return
  const start = out.context.currentTime
  for (const { at, pitch, length, loud, shape } of notes) {
    const oscillator = out.context.createOscillator()
    oscillator.type = shape
    oscillator.frequency.value = pitch
    oscillator.connect(fading(out, start + at, loud, length, 0.008))
    oscillator.start(start + at)
    oscillator.stop(start + at + length + 0.02)
  }
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

/** The pitches at which a small piece of hard plastic rings, and how loud each of them is. */
const MODES = [
  { pitch: 2300, loud: 0.9 },
  { pitch: 3900, loud: 0.5 },
  { pitch: 6100, loud: 0.25 },
] as const

/** A tile touches another or the wood: a burst of noise that rings, never twice the same. */
function clickAt(out: Output, at: number, loud: number): void {
  const { context, noise } = out
  const size = between(0.9, 1.12)
  for (const mode of MODES) {
    const source = context.createBufferSource()
    source.buffer = noise
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.value = mode.pitch * size * between(0.97, 1.03)
    filter.Q.value = between(9, 14)
    const length = between(0.022, 0.04)
    source.connect(filter).connect(fading(out, at, mode.loud * loud, length, 0.001))
    source.start(at, between(0, NOISE_SECONDS - 0.041))
    source.stop(at + length)
  }
  const thud = context.createOscillator()
  thud.frequency.value = between(170, 230)
  thud.connect(fading(out, at, 0.16 * loud, 0.05, 0.002))
  thud.start(at)
  thud.stop(at + 0.06)
}

/** So many tiles touch the table, shortly after one another. */
export function click(tiles: number, loud = 1): void {
  const out = ready()
  if (!out) return
  let at = out.context.currentTime
  for (let tile = 0; tile < tiles; tile += 1) {
    clickAt(out, at, loud * between(0.75, 1))
    at += between(0.045, 0.085)
  }
}

export function buzz(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
