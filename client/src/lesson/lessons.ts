/**
 * The lessons as data: positions, what to do there, and a play that does it. The server's tests hold
 * every position and play against the judge.
 */
import { type Kind, parseMeld } from '../tiles/tile'
import lessons from './lessons.json'

export interface Step {
  readonly text: string
  readonly table: readonly string[]
  readonly rack: string
  /** Whether I have opened; I have unless the step is about opening. */
  readonly opened?: boolean
  /** The tiles to play, and those to keep on the rack. */
  readonly lay?: string
  readonly keep?: string
  /** A table that does what is asked. */
  readonly play?: readonly string[]
  /** The tile that is drawn; the step is to draw. */
  readonly draw?: string
}

export interface LessonData {
  readonly id: string
  readonly rulebook: string
  /** Whether a round against the easiest bot comes at the end. */
  readonly round?: boolean
  readonly steps: readonly Step[]
}

export const LESSONS: readonly LessonData[] = lessons
export const FIRST = 'first'
/** Those that teach the rules; the others teach tactics. */
export const RULES: readonly string[] = [FIRST, 'twist']

export const findLesson = (id: string): LessonData | undefined =>
  LESSONS.find((lesson) => lesson.id === id)

/** The lesson that comes after this one. */
export const nextLesson = (id: string): LessonData | undefined =>
  LESSONS[LESSONS.findIndex((lesson) => lesson.id === id) + 1]

/** Whether all these tiles are among those, each as often. */
function among(wanted: readonly Kind[], there: readonly Kind[]): boolean {
  const left = [...there]
  return wanted.every((kind) => {
    const at = left.indexOf(kind)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Whether what was laid and what is left on the rack is what the step asks for. */
export function reached(step: Step, laid: readonly Kind[], rack: readonly Kind[]): boolean {
  const { lay, keep = '' } = step
  return lay !== undefined && among(parseMeld(lay), laid) && among(parseMeld(keep), rack)
}
