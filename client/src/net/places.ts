/** The rooms in which this device has a seat, the last one first, so that the way back is never lost. */
const KEY = 'tilerummy.rooms'
const MOST = 3

export function seatedRooms(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}

const others = (code: string) => seatedRooms().filter((kept) => kept !== code)

function write(codes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(codes))
  } catch {
    // Without storage the browser's own history leads back.
  }
}

export function keepRoom(code: string): void {
  write([code, ...others(code)].slice(0, MOST))
}

export function forgetRoom(code: string): void {
  if (seatedRooms().includes(code)) write(others(code))
}
