/** Plain HTTP to the server: one function for each thing a page asks for. */
import type {
  Analysis,
  ArrangeAnswer,
  ArrangeRequest,
  BotInfo,
  CreateRoom,
  GameLine,
  JudgeAnswer,
  JudgeRequest,
  Problem,
  Replay,
  ReviewState,
  RoomCreated,
  RoomSummary,
  RulebookDetail,
  RulebookSummary,
  SolveAnswer,
  SolveRequest,
  WhatIfAnswer,
  WhatIfRequest,
} from '../protocol.gen'

/** The server said no, and why. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.message ?? `status ${status}`)
    this.status = status
    this.code = problem.code ?? ''
  }
}

/** What is asked for is not there, and asking again will not change that. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429

/** Nobody answered: there is no connection, or the server is away. */
export const isAway = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(
    path,
    body
      ? {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }
      : {},
  )
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
    throw new Refusal(response.status, problem)
  }
  return (await response.json()) as T
}

const part = encodeURIComponent

export const createRoom = (room: CreateRoom) => ask<RoomCreated>('/api/rooms', room)
export const rooms = () => ask<RoomSummary[]>('/api/rooms')
export const room = (code: string) => ask<RoomSummary>(`/api/rooms/${part(code)}`)
export const rulebooks = () => ask<RulebookSummary[]>('/api/rulebooks')
export const rulebook = (id: string) => ask<RulebookDetail>(`/api/rulebooks/${part(id)}`)
export const bots = () => ask<BotInfo[]>('/api/bots')
export const judge = (request: JudgeRequest) => ask<JudgeAnswer>('/api/judge', request)
export const solve = (request: SolveRequest) => ask<SolveAnswer>('/api/solve', request)
export const arrange = (request: ArrangeRequest) => ask<ArrangeAnswer>('/api/arrange', request)
export const replay = (id: string) => ask<Replay>(`/api/records/${part(id)}/replay`)
export const replayFile = (record: string) => ask<Replay>('/api/replay', { record })
export const games = (before?: number) =>
  ask<GameLine[]>(before === undefined ? '/api/games' : `/api/games?before=${before}`)
export const review = (id: string) => ask<ReviewState>(`/api/records/${part(id)}/review`, {})
export const reviewFile = (record: string) => ask<ReviewState>('/api/review', { record })
export const analyse = (record: string, round: number) =>
  ask<Analysis>('/api/analyse', { record, round })
export const whatIf = (request: WhatIfRequest) => ask<WhatIfAnswer>('/api/what-if', request)
