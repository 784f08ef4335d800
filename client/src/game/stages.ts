/** A hint as a row of tables: how the table lies after each of its steps. */
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

function apply(rows: readonly Row[], step: HintStep): Row[] {
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
