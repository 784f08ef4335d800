import { describe, expect, it } from 'vitest'
import { readProgress } from './progress.svelte'

describe('progress in lessons', () => {
  it('is read as it was kept', () => {
    expect(readProgress('{"first":3,"hold":0}')).toEqual({ first: 3, hold: 0 })
  })

  it.each([null, '', 'x', '3', 'null', '{"first":-1,"hold":"2","twist":1.5}'])(
    'is nothing where %s was kept',
    (text) => {
      expect(readProgress(text)).toEqual({})
    },
  )
})
