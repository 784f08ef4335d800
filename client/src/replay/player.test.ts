import { describe, expect, it, vi } from 'vitest'
import type { Replay, ReplayStep } from '../protocol.gen'

// What the settings and the tables ask of a browser.
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('navigator', { languages: ['en'] })
vi.stubGlobal('fetch', async () => Response.json({ turns: [], melds: [] }))
const { Player } = await import('./player.svelte')

const step = (table: string[]): ReplayStep => ({
  seat: 0,
  action: 'play',
  laid: '',
  drawn: '',
  table,
  racks: ['', ''],
  opened: [true, true],
  pool: 20,
  turn: 1,
})
const steps = [step([]), step(['k4 k5 k6']), step(['k4 k5 k6', 'r8 b8 o8'])]
const replay = { record: '', rounds: [{ steps }] } as unknown as Replay

describe('a replay that is opened at a turn', () => {
  it.each([
    [0, 0],
    [2, 2],
    [99, 2],
  ])('%s shows step %s', (turn, number) => {
    expect(new Player(replay, turn).number).toBe(number)
  })

  it('lets only that glow which the turn has changed', () => {
    const { arrangement } = new Player(replay, 2)
    const glowing = [...arrangement.fresh].map((tile) => arrangement.kind(tile))
    expect(glowing).toEqual(['r8', 'b8', 'o8'])
  })
})
