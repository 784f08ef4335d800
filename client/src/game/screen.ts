/** How the screen is held; the styles ask for the same. */
import { MediaQuery } from 'svelte/reactivity'

/** A phone held sideways: wide, with little height to spare. */
export const sideways = new MediaQuery('(max-height: 520px) and (orientation: landscape)')
/** Room beside the table for turns and chat. */
export const wide = new MediaQuery('(min-width: 1200px) and (min-height: 560px)')
/** A phone held upright. */
export const narrow = new MediaQuery('(max-width: 560px)')
