/**
 * Whether a link to a room seats whoever opens it. It does, unless they got up from their seat there:
 * then a reload does not sit them down again.
 */
const KEY = 'tilerummy.stood'

const kept = (): string[] => (sessionStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)

export function stoodUp(code: string): boolean {
  try {
    return kept().includes(code)
  } catch {
    return false
  }
}

export function rememberSeat(code: string, seated: boolean): void {
  try {
    const others = kept().filter((one) => one !== code)
    sessionStorage.setItem(KEY, (seated ? others : [...others, code]).join(' '))
  } catch {
    // Without storage somebody may have to get up twice.
  }
}
