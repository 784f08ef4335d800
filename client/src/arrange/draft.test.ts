import { describe, expect, it } from 'vitest'
import { type Draft, declare, meldOf, newMeld, place, same, split, type TileId } from './draft'
import { advance, begin, redo, undo } from './history'

const mine = new Set<TileId>([1, 2, 3, 4])

function start(): Draft {
  return { rack: [1, 2, 3, 4], melds: [newMeld([10, 11, 12]), newMeld([20, 21, 22, 23])] }
}

const tiles = (draft: Draft) => draft.melds.map((meld) => [...meld.tiles])
const key = (draft: Draft, n: number) => draft.melds[n]?.key ?? -1

describe('moving tiles', () => {
  it('adds a rack tile to a meld at the place asked for', () => {
    const before = start()
    const after = place(before, [2], { to: 'meld', key: key(before, 0), index: 1 }, mine)
    expect(after.rack).toEqual([1, 3, 4])
    expect(tiles(after)).toEqual([
      [10, 2, 11, 12],
      [20, 21, 22, 23],
    ])
    expect(tiles(before)[0]).toEqual([10, 11, 12])
  })

  it('starts a new meld with several tiles', () => {
    const after = place(start(), [3, 1], { to: 'new' }, mine)
    expect(after.rack).toEqual([2, 4])
    expect(tiles(after)[2]).toEqual([3, 1])
  })

  it('takes tiles from several melds at once', () => {
    const before = start()
    const after = place(before, [10, 20, 1], { to: 'new' }, mine)
    expect(tiles(after)).toEqual([
      [11, 12],
      [21, 22, 23],
      [10, 20, 1],
    ])
  })

  it('moves a tile inside its meld, counting places as they were seen', () => {
    const before = start()
    const after = place(before, [20], { to: 'meld', key: key(before, 1), index: 3 }, mine)
    expect(tiles(after)[1]).toEqual([21, 22, 20, 23])
  })

  it('lets a meld vanish with its last tile', () => {
    const before = start()
    const after = place(before, [10, 11, 12], { to: 'meld', key: key(before, 1), index: 4 }, mine)
    expect(tiles(after)).toEqual([[20, 21, 22, 23, 10, 11, 12]])
  })

  it('returns my tiles to the rack, but never a tile of the table', () => {
    const laid = place(start(), [1], { to: 'new' }, mine)
    const back = place(laid, [1, 10], { to: 'rack', index: 0 }, mine)
    expect(back.rack).toEqual([1, 2, 3, 4])
    expect(tiles(back)).toEqual([
      [10, 11, 12],
      [20, 21, 22, 23],
    ])
    expect(place(laid, [10], { to: 'rack', index: 0 }, mine)).toBe(laid)
  })

  it('rearranges the rack', () => {
    expect(place(start(), [4], { to: 'rack', index: 0 }, mine).rack).toEqual([4, 1, 2, 3])
  })

  it('is not a move when the tile stays where it is', () => {
    const before = start()
    expect(place(before, [1], { to: 'rack', index: 1 }, mine)).toBe(before)
    expect(place(before, [], { to: 'new' }, mine)).toBe(before)
  })

  it('never loses or doubles a tile', () => {
    let draft = start()
    const all = [1, 2, 3, 4, 10, 11, 12, 20, 21, 22, 23]
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % n
    }
    for (let i = 0; i < 500; i++) {
      const ids = all.filter(() => random(4) === 0)
      const target = draft.melds[random(Math.max(1, draft.melds.length))]
      const where =
        random(3) === 0 || !target
          ? ({ to: 'new' } as const)
          : random(2) === 0
            ? ({ to: 'rack', index: random(6) } as const)
            : ({ to: 'meld', key: target.key, index: random(6) } as const)
      draft = place(draft, ids, where, mine)
      const now = [...draft.rack, ...draft.melds.flatMap((meld) => meld.tiles)]
      expect(now.toSorted((a, b) => a - b)).toEqual(all)
      expect(draft.rack.every((id) => mine.has(id))).toBe(true)
    }
  })
})

describe('dividing and declaring', () => {
  it('divides a meld in two', () => {
    const before = start()
    expect(tiles(split(before, key(before, 1), 2))).toEqual([
      [10, 11, 12],
      [20, 21],
      [22, 23],
    ])
    expect(split(before, key(before, 1), 0)).toBe(before)
    expect(split(before, key(before, 1), 4)).toBe(before)
  })

  it('forgets a declared reading when the meld changes', () => {
    const declared = declare(start(), 0, 'run')
    const first = key(declared, 0)
    const run = declare(declared, first, 'run')
    expect(run.melds[0]?.reading).toBe('run')
    expect(place(run, [1], { to: 'meld', key: first, index: 3 }, mine).melds[0]?.reading).toBeNull()
  })

  it('knows which meld holds a tile', () => {
    const draft = start()
    expect(meldOf(draft, 21)?.key).toBe(key(draft, 1))
    expect(meldOf(draft, 1)).toBeUndefined()
  })
})

describe('undo and redo', () => {
  it('goes back and forth, and forgets the undone on a new move', () => {
    const first = start()
    const second = place(first, [1], { to: 'new' }, mine)
    let history = advance(begin(first), second)
    history = undo(history)
    expect(history.present).toBe(first)
    expect(redo(history).present).toBe(second)
    const third = place(first, [2], { to: 'new' }, mine)
    history = advance(history, third)
    expect(redo(history)).toBe(history)
    expect(undo(undo(history)).present).toBe(first)
    expect(advance(history, third)).toBe(history)
    expect(same(first, start())).toBe(false)
  })
})
