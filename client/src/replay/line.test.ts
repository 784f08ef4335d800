import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Replay, ReplayStep, WhatIfAnswer } from '../protocol.gen'

// What the settings ask of a browser.
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('navigator', { languages: ['en'] })
const { Line } = await import('./line.svelte')

const from: ReplayStep = {
  seat: 1,
  action: 'draw',
  laid: '',
  drawn: 'y2',
  table: ['k4 k5 k6', 'r8 b8 o8'],
  racks: ['k7 b5', 'r1 y2'],
  opened: [true, true],
  pool: 20,
  turn: 0,
}
const replay = { record: '', rulebook: 'jumbo', house: {}, players: ['Ann', 'Ben'] }
const answer: WhatIfAnswer = {
  seat: 0,
  line: [{ action: 'draw', table: [], opening: null }],
  steps: [{ ...from, seat: 0, drawn: 'k9', racks: ['k7 b5 k9', 'r1 y2'] }],
  may: ['play', 'draw'],
  result: null,
}

describe('a line that begins with a choice', () => {
  beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json(answer)))
  afterEach(() => void vi.unstubAllGlobals())

  it('lets only that glow which its moves have changed', async () => {
    const line = new Line(replay as unknown as Replay, 0, 3, from)
    await line.begin({ action: 'draw', table: [], opening: null })
    const glowing = [...line.arrangement.fresh].map((tile) => line.arrangement.kind(tile))
    expect(glowing).toEqual(['k9'])
  })
})
