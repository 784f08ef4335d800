import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetRoom, keepRoom, seatedRooms } from './places'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

describe('the rooms in which I have a seat', () => {
  it('are kept, the last one first, each once, and only a few', () => {
    for (const code of ['AAAAAA', 'BBBBBB', 'CCCCCC', 'BBBBBB', 'DDDDDD']) keepRoom(code)
    expect(seatedRooms()).toEqual(['DDDDDD', 'BBBBBB', 'CCCCCC'])
  })

  it('are forgotten one by one', () => {
    keepRoom('AAAAAA')
    keepRoom('BBBBBB')
    forgetRoom('AAAAAA')
    expect(seatedRooms()).toEqual(['BBBBBB'])
  })

  it('are none where the storage holds something else', () => {
    stored.set('tilerummy.rooms', '{"not": "a list"}')
    expect(seatedRooms()).toEqual([])
    stored.set('tilerummy.rooms', 'not JSON')
    expect(seatedRooms()).toEqual([])
  })
})
