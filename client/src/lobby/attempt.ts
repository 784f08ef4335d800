/** A request whose failure is told in words: empty when it was granted. */
import { Refused } from '../net/requests'
import { m } from '../paraglide/messages.js'
import { refusalText } from '../table/refusals'

export async function attempt(request: () => Promise<unknown>): Promise<string> {
  try {
    await request()
    return ''
  } catch (error) {
    const reason = error instanceof Refused ? error.reasons[0] : undefined
    return reason ? refusalText(reason) : m.failed()
  }
}
