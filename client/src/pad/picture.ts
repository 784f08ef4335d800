/** The score sheet and the course of a match as one picture, drawn on a canvas. */

import { factsOf } from '../boxes/facts'
import { titleOf } from '../boxes/names'
import { m } from '../paraglide/messages.js'
import { chartOf, type Frame, MARKS } from './chart'
import { markInk } from './marks'
import { leaders, type Match, scoresOf, total } from './match'
import { standText } from './state'
import { dateText, scoreText } from './texts'

const WIDTH = 1080
const EDGE = 60
const ROW = 56
const CHART = 420
const FONT = 'Nunito, system-ui, sans-serif'
const PAPER = '#f3efe6'
const INK = '#20302c'
const SOFT = '#55635d'
const LINE = '#d8cfbd'
const GOOD = '#1d6b3a'

type Pen = CanvasRenderingContext2D

export async function drawMatch(match: Match): Promise<Blob> {
  await document.fonts?.ready
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  const sheet = EDGE + 170
  const chart = sheet + ROW * (match.rounds.length + 2) + 30
  canvas.height = chart + (match.rounds.length > 0 ? CHART : 0) + EDGE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, canvas.width, canvas.height)
  drawHead(pen, match)
  drawSheet(pen, match, sheet)
  if (match.rounds.length > 0) drawCourse(pen, match, chart)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}

function drawHead(pen: Pen, match: Match): void {
  write(pen, match.name, EDGE, EDGE + 40, { size: 46, weight: 800, room: WIDTH - 2 * EDGE })
  const about = `${titleOf(factsOf(match.rules))} · ${dateText(match.changed)}`
  write(pen, about, EDGE, EDGE + 84, { size: 26, colour: SOFT, room: WIDTH - 2 * EDGE })
  write(pen, standText(match), EDGE, EDGE + 128, { size: 30, weight: 800, room: WIDTH - 2 * EDGE })
}

function drawSheet(pen: Pen, match: Match, top: number): void {
  const first = EDGE + 110
  const column = (WIDTH - EDGE - first) / match.players.length
  const right = (index: number) => first + column * (index + 1)
  const baseline = (row: number) => top + ROW * row + 38
  match.players.forEach((player, index) => {
    const style = { size: 26, weight: 800, colour: markInk(index), room: column - 40 }
    const width = write(pen, player.name, right(index), baseline(0), { ...style, align: 'right' })
    drawMark(pen, index, right(index) - width - 20, baseline(0) - 9)
  })
  match.rounds.forEach((_, round) => {
    rule(pen, top + ROW * (round + 1), LINE)
    write(pen, `${round + 1}`, EDGE, baseline(round + 1), { size: 28, colour: SOFT })
    match.players.forEach((player, index) => {
      const score = scoresOf(match, player.id)[round] ?? null
      const text = score === null ? '·' : scoreText(score)
      const colour = score !== null && score > 0 ? GOOD : INK
      write(pen, text, right(index), baseline(round + 1), { size: 28, colour, align: 'right' })
    })
  })
  const last = match.rounds.length + 1
  rule(pen, top + ROW * last, INK)
  write(pen, m.pad_total(), EDGE, baseline(last), { size: 28, weight: 800, room: 110 })
  const best = leaders(match)
  match.players.forEach((player, index) => {
    const text = `${best.includes(player) ? '★ ' : ''}${scoreText(total(match, player.id))}`
    write(pen, text, right(index), baseline(last), { size: 30, weight: 800, align: 'right' })
  })
}

function drawCourse(pen: Pen, match: Match, top: number): void {
  const frame: Frame = {
    width: WIDTH,
    height: CHART,
    left: EDGE + 80,
    right: EDGE + 10,
    top: 20,
    bottom: 50,
  }
  const chart = chartOf(match, frame)
  for (const tick of chart.side) {
    rule(pen, top + tick.at, tick.value === 0 ? SOFT : LINE, frame.left)
    const style = { size: 22, colour: SOFT, align: 'right' } as const
    write(pen, scoreText(tick.value), frame.left - 14, top + tick.at + 8, style)
  }
  for (const tick of chart.bottom) {
    const style = { size: 22, colour: SOFT, align: 'center' } as const
    write(pen, `${tick.value}`, tick.at, top + CHART - 12, style)
  }
  for (const line of chart.lines) {
    pen.strokeStyle = markInk(line.mark)
    pen.lineWidth = 4
    pen.lineJoin = 'round'
    pen.beginPath()
    for (const point of line.points) pen.lineTo(point.x, top + point.y)
    pen.stroke()
    for (const point of line.points.slice(1)) drawMark(pen, line.mark, point.x, top + point.y)
  }
}

/** The six marks of the tiles: square, disc, triangle, star, hexagon, cross. */
function drawMark(pen: Pen, mark: number, x: number, y: number): void {
  pen.fillStyle = markInk(mark)
  pen.beginPath()
  const corner = (turn: number, radius: number) =>
    pen.lineTo(x + radius * Math.sin(turn * 2 * Math.PI), y - radius * Math.cos(turn * 2 * Math.PI))
  switch (MARKS[mark % MARKS.length]) {
    case 'k':
      pen.rect(x - 8, y - 8, 16, 16)
      break
    case 'r':
      pen.arc(x, y, 9, 0, 2 * Math.PI)
      break
    case 'b':
      for (let step = 0; step < 3; step++) corner(step / 3, 11)
      break
    case 'y':
      for (let step = 0; step < 10; step++) corner(step / 10, step % 2 ? 5 : 12)
      break
    case 'o':
      for (let step = 0; step < 6; step++) corner((step + 0.5) / 6, 10)
      break
    default:
      pen.rect(x - 3.5, y - 10, 7, 20)
      pen.rect(x - 10, y - 3.5, 20, 7)
  }
  pen.fill()
}

function rule(pen: Pen, y: number, colour: string, from = EDGE): void {
  pen.fillStyle = colour
  pen.fillRect(from, y, WIDTH - EDGE - from, 2)
}

interface Hand {
  readonly size: number
  readonly weight?: number
  readonly colour?: string
  readonly align?: CanvasTextAlign
  readonly room?: number
}

/** Write a text, shortened to its room; tells how wide it became. */
function write(pen: Pen, text: string, x: number, y: number, hand: Hand): number {
  pen.font = `${hand.weight ?? 600} ${hand.size}px ${FONT}`
  pen.fillStyle = hand.colour ?? INK
  pen.textAlign = hand.align ?? 'left'
  let shown = text
  while (hand.room && shown.length > 1 && pen.measureText(shown).width > hand.room) {
    shown = `${shown.replace(/…$/, '').slice(0, -1)}…`
  }
  pen.fillText(shown, x, y)
  return pen.measureText(shown).width
}
