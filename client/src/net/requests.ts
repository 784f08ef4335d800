/**
 * Requests that wait for their answer. Each has a number of its own; what was under way when the line
 * broke is said again.
 */
import type { ClientMessage, Refusal, ServerMessage } from '../protocol.gen'

type Request = Exclude<ClientMessage, { type: 'hello' } | { type: 'draft' } | { type: 'ping' }>
type Fields<T> = T extends { id: number } ? Omit<T, 'id'> : never
export type Asked = Fields<Request>
export type Answer = Extract<ServerMessage, { type: 'done' | 'hint' | 'pong' }>

export class Refused extends Error {
  readonly reasons: readonly Refusal[]

  constructor(reasons: readonly Refusal[]) {
    super(reasons[0]?.message ?? 'refused')
    this.reasons = reasons
  }
}

interface Pending {
  readonly message: ClientMessage
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Refused) => void
}

export class Requests {
  readonly #send: (message: ClientMessage) => void
  readonly #pending = new Map<number, Pending>()
  #last = 0

  constructor(send: (message: ClientMessage) => void) {
    this.#send = send
  }

  /** A number that no request has had. */
  number(): number {
    this.#last += 1
    return this.#last
  }

  /** Ask for something; the promise ends with the answer or with why not. */
  ask(fields: Asked): Promise<Answer> {
    const message = { ...fields, id: this.number() } as Request
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, { message, resolve, reject })
      this.#send(message)
    })
  }

  answered(answer: Answer): void {
    this.#pending.get(answer.id)?.resolve(answer)
    this.#pending.delete(answer.id)
  }

  refused(id: number | null, reasons: readonly Refusal[]): void {
    if (id === null) return
    this.#pending.get(id)?.reject(new Refused(reasons))
    this.#pending.delete(id)
  }

  sayAgain(): void {
    for (const { message } of this.#pending.values()) this.#send(message)
  }
}
