/** A play as a row of tables, how they lie after each of its steps: of a hint, or of what was played. */
import type { HintStep } from '../protocol.gen'
import { type Kind, parseMeld } from '../tiles/tile'

interface Row {
  readonly tiles: Kind[]
  readonly done: boolean
}

/** What is left of `tiles` once those of `gone` are taken out, one by one. */
function minus(tiles: readonly Kind[], gone: readonly Kind[]): Kind[] {
  const left = [...tiles]
  for (const kind of gone) {
    const at = left.indexOf(kind)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

function takeOne(rows: Row[], kind: Kind): Row[] {
  const at = rows.findIndex((row) => !row.done && row.tiles.includes(kind))
  return rows.map((row, i) => (i === at ? { ...row, tiles: minus(row.tiles, [kind]) } : row))
}

function apply(rows: readonly Row[], step: Pick<HintStep, 'target' | 'source' | 'moved'>): Row[] {
  const target = { tiles: parseMeld(step.target), done: true }
  const source = parseMeld(step.source ?? '').join(' ')
  const at = source ? rows.findIndex((row) => !row.done && row.tiles.join(' ') === source) : -1
  let next = [...rows]
  if (at >= 0) {
    const rest = { tiles: minus(rows[at]?.tiles ?? [], target.tiles), done: false }
    next.splice(at, 1, rest)
  }
  for (const kind of parseMeld(step.moved)) next = takeOne(next, kind)
  next.splice(at >= 0 ? at : next.length, 0, target)
  return next.filter((row) => row.tiles.length > 0)
}

export function stages(
  table: readonly (readonly Kind[])[],
  steps: readonly HintStep[],
): Kind[][][] {
  let rows: Row[] = table.map((tiles) => ({ tiles: [...tiles], done: false }))
  return steps.map((step) => {
    rows = apply(rows, step)
    return rows.map((row) => row.tiles)
  })
}

function shared(a: readonly Kind[], b: readonly Kind[]): number {
  return a.length - minus(a, b).length
}

/** From one table to the next, meld by meld, each made of what was nearest to it. */
export function recap(
  before: readonly (readonly Kind[])[],
  after: readonly (readonly Kind[])[],
): Kind[][][] {
  const same = (meld: readonly Kind[]) => meld.toSorted().join(' ')
  const kept = after.map(same)
  let rows: Row[] = before.map((tiles) => {
    const at = kept.indexOf(same(tiles))
    if (at >= 0) kept.splice(at, 1)
    return { tiles: [...tiles], done: at >= 0 }
  })
  const made = after.filter((meld) => {
    const at = kept.indexOf(same(meld))
    if (at >= 0) kept.splice(at, 1)
    return at >= 0
  })
  return made.map((target) => {
    const open = rows.filter(({ done, tiles }) => !done && shared(tiles, target) > 0)
    const [source] = open.toSorted((a, b) => shared(b.tiles, target) - shared(a.tiles, target))
    rows = apply(rows, {
      target: target.join(' '),
      source: source?.tiles.join(' ') ?? null,
      moved: minus(target, source?.tiles ?? []).join(' '),
    })
    return rows.map(({ tiles }) => tiles)
  })
}
