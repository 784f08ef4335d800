import { describe, expect, it } from 'vitest'
import { nextLesson, reached } from './lessons'

const step = { text: 'lesson_run', table: [], rack: 'k7 r7 b7 y7 y7', lay: 'k7 r7 y7', keep: 'b7' }

describe('a step of a lesson', () => {
  it('is done when the tiles it names were laid and those to keep are kept', () => {
    expect(reached(step, ['y7', 'k7', 'r7'], ['b7', 'y7'])).toBe(true)
    expect(reached(step, ['y7', 'k7', 'r7', 'y7'], ['b7'])).toBe(true)
  })

  it('is not done with too few tiles, with others, or without what is to be kept', () => {
    expect(reached(step, ['k7', 'r7'], ['b7', 'y7', 'y7'])).toBe(false)
    expect(reached(step, ['k7', 'r7', 'b7'], ['y7', 'y7'])).toBe(false)
    expect(reached(step, ['k7', 'r7', 'b7', 'y7'], ['y7'])).toBe(false)
    expect(reached({ ...step, lay: 'y7 y7' }, ['y7'], ['b7'])).toBe(false)
  })

  it('is not done by laying where one is to draw', () => {
    expect(reached({ text: 'lesson_draw', table: [], rack: 'k2', draw: 'k3' }, ['k2'], [])).toBe(
      false,
    )
  })
})

describe('the lessons', () => {
  it('follow each other', () => {
    expect(nextLesson('first')?.id).toBe('twist')
    expect(nextLesson('hold')).toBeUndefined()
  })
})
