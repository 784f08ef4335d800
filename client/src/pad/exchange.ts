/** Matches as text for other devices: a JSON file, or a link that carries the match itself. */
import { type Foreign, parseJson, readMatch, Unreadable } from './decode'
import type { Match } from './match'

const FORMAT = 'tilerummy-score-pad'
const VERSION = 1
const MOST_MATCHES = 500

export function toJson(matches: readonly Match[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, matches }, null, 2)}\n`
}

export function fromJson(text: string): Match[] {
  return unwrap(parseJson(text))
}

function unwrap(from: Foreign): Match[] {
  from.get('format').oneOf([FORMAT])
  from.get('version').whole(1, VERSION)
  return from.get('matches').list(MOST_MATCHES).map(readMatch)
}

/** The match packed for the part of an address behind the #. */
export async function toFragment(match: Match): Promise<string> {
  const packed = await through(
    new TextEncoder().encode(toJson([match])),
    new CompressionStream('deflate-raw'),
  )
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export async function fromFragment(fragment: string): Promise<Match> {
  const matches = fromJson(await unpack(fragment))
  const [match] = matches
  if (!match) throw new Unreadable('matches')
  return match
}

async function unpack(fragment: string): Promise<string> {
  try {
    const letters = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await through(bytes, new DecompressionStream('deflate-raw')),
    )
  } catch {
    throw new Unreadable('#')
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(piped).arrayBuffer())
}
