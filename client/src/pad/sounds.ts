/** What the timer lets one hear and feel: loud and low enough for a room full of people. */
import { settings } from '../app/settings.svelte'
import { buzz, type Note, note, ring } from '../app/tones'
import type { Cue } from './timer'

const SOUNDS: Readonly<Record<Cue | 'next', readonly Note[]>> = {
  next: [note(0, 523, 0.08, 0.2, 'triangle')],
  warning: [note(0, 740, 0.16, 0.35, 'triangle'), note(0.22, 740, 0.16, 0.35, 'triangle')],
  tick: [note(0, 880, 0.09, 0.3, 'triangle')],
  end: [
    note(0, 587, 0.25, 0.4, 'triangle'),
    note(0.28, 440, 0.25, 0.4, 'triangle'),
    note(0.56, 294, 0.7, 0.4, 'triangle'),
  ],
}

const BUZZES: Readonly<Record<Cue | 'next', number | number[]>> = {
  next: 20,
  warning: [80, 80, 80],
  tick: 40,
  end: [400, 120, 400],
}

export function play(cue: Cue | 'next'): void {
  if (settings.vibration) buzz(BUZZES[cue])
  if (settings.sound) ring(SOUNDS[cue])
}
