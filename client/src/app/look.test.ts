/** Felts and tiles that can be chosen are legible, in light and in dark. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RATIO } from '../arrange/geometry'

const css = readFileSync(new URL('./look.css', import.meta.url), 'utf8')

/** The values of a block of the style sheet, by name. */
function block(selector: string): Map<string, string> {
  const [, body = ''] = css.split(`${selector} {`)
  const lines = (body.split('\n}')[0] ?? '').matchAll(/(--[\w-]+): ([^;]+);/g)
  return new Map([...lines].map((match) => [match[1] ?? '', match[2] ?? '']))
}

/** A colour as it is in light and in dark. */
function colours(text: string): [string, string] {
  const [light = '', dark = light] = text.match(/#[0-9a-f]{3,6}/g) ?? []
  return [light, dark]
}

function luminance(colour: string): number {
  const digits = colour.slice(1)
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const ENOUGH = 4.5
const felt = block('[data-felt]')
const tiles = block('[data-tiles]')

describe.each(['green', 'blue', 'wine', 'slate'])('the felt %s', (name) => {
  const own = new Map([...felt, ...block(`[data-felt="${name}"]`)])

  it.each(['--felt-ink', '--felt-soft'])('carries letters in %s', (ink) => {
    for (const scheme of [0, 1] as const) {
      const ground = colours(own.get('--felt-light') ?? '')[scheme]
      const letters = colours(own.get(ink) ?? '')[scheme]
      expect(contrast(ground, letters)).toBeGreaterThanOrEqual(ENOUGH)
    }
  })
})

describe.each(['ivory', 'white', 'night'])('tiles in %s', (name) => {
  const own = new Map([...tiles, ...block(`[data-tiles="${name}"]`)])

  it.each(['k', 'r', 'b', 'y', 'o', 'g', 'j'])('show the colour %s', (colour) => {
    for (const part of ['--ivory', '--ivory-deep']) {
      const numeral = own.get(`--tile-${colour}`) ?? ''
      expect(contrast(own.get(part) ?? '', numeral)).toBeGreaterThanOrEqual(ENOUGH)
    }
  })
})

it('gives tiles the ratio with which they are laid out', () => {
  expect(Number(tiles.get('--tile-ratio'))).toBe(RATIO)
})
