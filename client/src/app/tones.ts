/** Notes made in the browser: no sound files, nothing to load. */
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

let context: AudioContext | null = null

/** Sound the notes now; silent until somebody has touched the page, as browsers want it. */
export function ring(notes: readonly Note[]): void {
  if (!navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  const start = context.currentTime
  for (const { at, pitch, length, loud, shape } of notes) {
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

export function buzz(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
