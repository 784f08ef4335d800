/** What a lesson says, in the player's language and in the words of the rulebook. */
import { m } from '../paraglide/messages.js'
import { words } from '../table/words.svelte'
import type { LessonData, Step } from './lessons'

type Key = keyof typeof m
const said = (key: string): string => (m[key as Key] as (inputs: object) => string)(words)

export const stepText = (step: Step): string => said(step.text)
export const lessonTitle = ({ id }: LessonData): string => said(`lesson_title_${id}`)
export const lessonNote = ({ id }: LessonData): string => said(`lesson_note_${id}`)
