/**
 * A match as a sheet that any spreadsheet opens, and back. First come the facts of the match, then
 * a row for each round: how it ended, and for each player what was on the rack and the score.
 *
 *     Match,Friday
 *     Rulebook,twist
 *     Rounds,3
 *
 *     Round,End,Began,Anna rack,Ben rack,Anna,Ben
 *     1,Anna,,,24,24,-24
 *     2,(blocked),,12 (2),[7 *],25,-25
 *     Total,,,,,49,-49
 *
 * A rack is its points, points and number of tiles ("12 (2)"), or the tiles one by one ("[7 13 *]");
 * a question mark is a rack that did not matter. Only racks are read back; scores and totals are
 * for people.
 */
import { Foreign, readMatch, Unreadable } from './decode'
import { type Match, type Player, scoresOf, total } from './match'
import { type Rack, type Round, rackOf } from './rounds'
import type { Joker } from './scoring'

const BLOCKED = '(blocked)'
const RACK = ' rack'
const RETIRED = ' (retired)'
const UNKNOWN = '?'
const ROUND_CELLS = 3

export function toCsv(match: Match): string {
  const { players } = match
  const rows: string[][] = [
    ['Match', match.name],
    ['Rulebook', match.rules],
    ...(match.length === null ? [] : [['Rounds', String(match.length)]]),
    [],
    [
      'Round',
      'End',
      'Began',
      ...players.map((player) => player.name + RACK),
      ...players.map((player) => player.name + (player.playing ? '' : RETIRED)),
    ],
    ...match.rounds.map((round, index) => roundRow(match, round, index)),
    [
      'Total',
      ...Array<string>(players.length + ROUND_CELLS - 1).fill(''),
      ...players.map((player) => String(total(match, player.id))),
    ],
  ]
  return `\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`
}

function roundRow(match: Match, round: Round, index: number): string[] {
  const name = (id: string | null) => match.players.find((player) => player.id === id)?.name ?? ''
  const played = (player: Player) => round.seats.includes(player.id)
  return [
    String(index + 1),
    round.end === 'out' ? name(round.out) : BLOCKED,
    name(round.began),
    ...match.players.map((player) => {
      if (!played(player)) return ''
      return player.id === round.out ? '0' : rackText(rackOf(round, player.id))
    }),
    ...match.players.map((player) => String(scoresOf(match, player.id)[index] ?? '')),
  ]
}

function rackText(rack: Rack): string {
  if (rack.by === 'tiles') return `[${rack.tiles.join(' ')}]`
  if (rack.points === null) return UNKNOWN
  return rack.tiles === null ? `${rack.points}` : `${rack.points} (${rack.tiles})`
}

export interface Reading {
  readonly id: string
  readonly now: number
}

export function fromCsv(text: string, { id, now }: Reading): Match {
  const rows = cells(text.replace(/^\ufeff/, ''))
  const head = rows.findIndex((row) => row[0] === 'Round')
  if (head < 0) throw new Unreadable('Round')
  const about = new Map(rows.slice(0, head).map((row) => [row[0] ?? '', row[1] ?? '']))
  const header = (rows[head] ?? []).slice(ROUND_CELLS).filter((cell) => cell !== '')
  const players = header.slice(header.length / 2).map((cell, index) => ({
    id: `p${index + 1}`,
    name: cell.endsWith(RETIRED) ? cell.slice(0, -RETIRED.length) : cell,
    playing: !cell.endsWith(RETIRED),
  }))
  const rounds = rows.flatMap((row, line) =>
    line > head && /^\d+$/.test(row[0] ?? '') ? [readRow(row, players, line + 1)] : [],
  )
  const length = about.get('Rounds')
  return readMatch(
    new Foreign(
      {
        id,
        name: about.get('Match') ?? '',
        rules: about.get('Rulebook'),
        players,
        length: length ? Number(length) : null,
        rounds,
        created: now,
        changed: now,
      },
      '',
    ),
  )
}

function readRow(row: readonly string[], players: readonly Player[], line: number): Round {
  const find = (name: string) => players.find((player) => player.name === name)?.id ?? null
  const end = row[1] ?? ''
  const out = find(end)
  if (end !== BLOCKED && out === null) throw new Unreadable(`${line}: ${end}`)
  const racks = players.map((player, index) => [player.id, row[index + ROUND_CELLS] ?? ''] as const)
  const played = racks.filter(([player, cell]) => cell !== '' || player === out)
  return {
    id: `r${row[0]}`,
    seats: played.map(([player]) => player),
    end: out === null ? 'blocked' : 'out',
    out,
    began: find(row[2] ?? ''),
    racks: Object.fromEntries(
      played
        .filter(([player, cell]) => player !== out && cell !== UNKNOWN)
        .map(([player, cell]) => [player, readRackText(cell, line)]),
    ),
  }
}

function readRackText(cell: string, line: number): Rack {
  const counted = /^(\d+)(?: \((\d+)\))?$/.exec(cell)
  if (counted) {
    const tiles = counted[2] === undefined ? null : Number(counted[2])
    return { by: 'points', points: Number(counted[1]), tiles }
  }
  const words = /^\[(.+)\]$/.exec(cell)?.[1]?.split(' ') ?? ['']
  if (words.some((word) => !/^(\d+|\*[2cm]?)$/.test(word))) throw new Unreadable(`${line}: ${cell}`)
  const tiles = words.map((word) => (word.startsWith('*') ? (word as Joker) : Number(word)))
  return { by: 'tiles', tiles }
}

/** A name that a spreadsheet would take for a formula gets an apostrophe in front. */
function quoted(cell: string): string {
  const safe = /^[=+@\t]|^-(?!\d+$)/.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells; commas or, as some spreadsheets write it, semicolons between them. */
function cells(text: string): string[][] {
  const comma = (text.split(/\r?\n/, 1)[0] ?? '').includes(';') ? ';' : ','
  const rows: string[][] = [[]]
  let cell = ''
  let inside = false
  const close = () => {
    rows.at(-1)?.push(cell.replace(/^'(?=[=+@\t-])/, ''))
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (inside && letter === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (letter === '"') {
      inside = !inside
    } else if (!inside && letter === comma) {
      close()
    } else if (!inside && letter === '\n') {
      close()
      rows.push([])
    } else if (inside || letter !== '\r') {
      cell += letter
    }
  }
  close()
  return rows
}
