/** The round at the end of the first lesson: by the rules of one's own box, against the easiest bot. */
import { settings } from '../app/settings.svelte'
import { enter } from '../lobby/quick'

const EASIEST = 'pip'

export const playFirstRound = (): Promise<void> =>
  enter({
    settings: { rulebook: settings.rulebook, seats: 2, clock: { type: 'none' } },
    bots: [EASIEST],
    start: true,
  })
