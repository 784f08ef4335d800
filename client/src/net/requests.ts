/**
 * Requests that wait for their answer, each with a number of its own. Every request settles: with its
 * answer, with a refusal, or, when the line is lost, as unanswered. Nothing is sent twice from here,
 * for a chat line that had arrived would then be read twice.
 */
import type { Chances, ClientMessage, Hint, Refusal, ServerMessage, Verdict } from '../protocol.gen'

type Request = Exclude<ClientMessage, { type: 'hello' } | { type: 'ping' }>
type Fields<T> = T extends { id: number } ? Omit<T, 'id'> : never
export type Asked = Fields<Request>
type Reply = Extract<ServerMessage, { type: 'done' | 'hint' | 'chances' | 'verdict' }>
export type Answer<T extends Asked['type']> = T extends 'hint'
  ? Hint
  : T extends 'chances'
    ? Chances
    : T extends 'draft'
      ? Verdict
      : Extract<ServerMessage, { type: 'done' }>

/** The server said no, and why. */
export class Refused extends Error {
  readonly reasons: readonly Refusal[]

  constructor(reasons: readonly Refusal[]) {
    super(reasons[0]?.message ?? 'refused')
    this.reasons = reasons
  }
}

/** The line was lost before the answer came: it may have been carried out or not. */
export class Unanswered extends Error {}

interface Pending {
  readonly resolve: (answer: Reply) => void
  readonly reject: (error: Error) => void
}

export class Requests {
  readonly #send: (message: ClientMessage) => void
  readonly #pending = new Map<number, Pending>()
  #last = 0

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
  }

  ask<T extends Asked>(fields: T): Promise<Answer<T['type']>> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      this.#send({ ...fields, id } as Asked & { id: number } as ClientMessage)
    })
  }

  answered(answer: Reply): void {
    this.#take(answer.id)?.resolve(answer)
  }

  refused(id: number | null, reasons: readonly Refusal[]): void {
    if (id !== null) this.#take(id)?.reject(new Refused(reasons))
  }

  /** The line is lost: no answer will come. */
  abandon(): void {
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(new Unanswered())
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }
}
