import { describe, expect, it } from 'vitest'
import type { ClientMessage } from '../protocol.gen'
import { Refused, Requests, Unanswered } from './requests'

function line() {
  const sent: ClientMessage[] = []
  return { sent, requests: new Requests((message) => sent.push(message)) }
}

const no = {
  code: 'NOT_NOW',
  key: 'NOT_NOW',
  message: 'not now',
  clause: '',
  tiles: '',
  meld: null,
  numbers: [],
  needs: '',
}

describe('a request', () => {
  it('ends with the answer that repeats its number', async () => {
    const { sent, requests } = line()
    const first = requests.ask({ type: 'draw', seen: 3 })
    const second = requests.ask({ type: 'chat', text: 'hello' })
    expect(sent.map((message) => 'id' in message && message.id)).toEqual([1, 2])
    requests.answered({ type: 'done', id: 2 })
    await expect(second).resolves.toEqual({ type: 'done', id: 2 })
    requests.refused(1, [no])
    await expect(first).rejects.toBeInstanceOf(Refused)
  })

  it('ends when the line is lost, and nothing is sent twice', async () => {
    const { sent, requests } = line()
    const chat = requests.ask({ type: 'chat', text: 'hello' })
    const play = requests.ask({ type: 'play', seen: 3, table: [] })
    requests.abandon()
    await expect(chat).rejects.toBeInstanceOf(Unanswered)
    await expect(play).rejects.toBeInstanceOf(Unanswered)
    requests.abandon()
    expect(sent).toHaveLength(2)
  })

  it('hears nothing of answers to others', async () => {
    const { requests } = line()
    const mine = requests.ask({ type: 'pass', seen: 1 })
    requests.answered({ type: 'done', id: 9 })
    requests.refused(null, [no])
    requests.answered({ type: 'done', id: 1 })
    await expect(mine).resolves.toMatchObject({ id: 1 })
  })
})
