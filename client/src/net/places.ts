/** The rooms in which this device has a seat, the last one first, so that the way back is never lost. */
import { keep, kept } from '../app/storage'

const KEY = 'tilerummy.rooms'
const MOST = 3

export function seatedRooms(): readonly string[] {
  const codes = kept(KEY)
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
}

const others = (code: string) => seatedRooms().filter((other) => other !== code)

export function keepRoom(code: string): void {
  keep(KEY, [code, ...others(code)].slice(0, MOST))
}

export function forgetRoom(code: string): void {
  if (seatedRooms().includes(code)) keep(KEY, others(code))
}
