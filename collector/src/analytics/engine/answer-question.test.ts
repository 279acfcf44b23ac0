import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import type { Ask } from '../asker.ts'
import { Answerer, type AnswererTools } from './answer-question.ts'
import { ClosedDays } from './closed-days.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const question = (asked: Record<string, unknown> = {}) =>
  Question.parse({
    range: { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' },
    metrics: ['page_views'],
    ...asked,
  })

/** A database that counts the questions about events, and answers each with so many views. */
function databaseOf(answer: (asked: number) => Promise<number> | number) {
  const asked = { times: 0, aborted: 0 }
  const ask = (async (query: { name: string }, running?: AbortSignal) => {
    if (query.name !== 'question') return { rows: [], rowsRead: 0, bytesRead: 0 }
    running?.addEventListener('abort', () => asked.aborted++)
    const views = await answer(++asked.times)
    return { rows: [{ key: '', row_count: 1, figure_page_views: views }], rowsRead: 10, bytesRead: 80 }
  }) as unknown as Ask
  return { ask, asked }
}

/** Asks an answerer at `NOW`, of tables that were as they are since. */
function answererOf(
  ask: Ask,
  { asOf = () => NOW, reworked = () => 0 }: Partial<Pick<AnswererTools, 'asOf' | 'reworked'>> = {},
) {
  const answerer = new Answerer({ ask, closedDays: new ClosedDays(ask), asOf, reworked, now: () => NOW })
  return (asked: Question) => answerer.answer(asked, [], new AbortController().signal)
}

describe('an answerer', () => {
  it('asks again when the tables were changed otherwise than by new events', async () => {
    const { ask, asked } = databaseOf((times) => times)
    let reworked = 0
    const answer = answererOf(ask, { asOf: () => NOW - 500, reworked: () => reworked })
    const views = async () => (await answer(question())).totals.figures.page_views
    expect([await views(), await views()]).toEqual([1, 1])
    reworked++
    expect([await views(), await views()]).toEqual([2, 2])
    expect(asked.times).toBe(2)
  })

  it('says since when its answer is true, which is not when it was given', async () => {
    const { ask } = databaseOf(() => 1)
    let asOf = NOW - 2_000
    const answer = answererOf(ask, { asOf: () => asOf })
    await answer(question())
    asOf = NOW
    const { provenance } = await answer(question())
    expect(provenance).toMatchObject({ cached: true, as_of: '2026-11-20T11:59:58.000Z', rows_read: 10 })
  })

  it('compares what has not ended with as much of what it is compared with', async () => {
    const { ask } = databaseOf(() => 1)
    const range = { from: '2026-11-16T00:00:00Z', to: '2026-11-23T00:00:00Z' }
    const answer = await answererOf(ask)(question({ range, interval: 'day', compare: 'previous' }))
    expect(answer.compared_range).toEqual({
      from: '2026-11-09T00:00:00.000Z',
      to: '2026-11-13T12:00:00.000Z',
    })
    expect(answer.incomplete_from).toBe('2026-11-20T00:00:00.000Z')
    expect(answer.rows).toHaveLength(7)
    expect(answer.row_count).toBe(7)
    expect(answer.rows[6]?.compared_key).toBe('2026-11-15T00:00:00.000Z')
  })

  it('ends all parts of an answer when one of them fails', async () => {
    const failure = new ApiError(422, 'question_too_large', 'too large')
    const { ask, asked } = databaseOf((times) =>
      times === 1 ? Promise.reject(failure) : new Promise<number>(() => {}),
    )
    const answer = answererOf(ask)
    await expect(answer(question({ compare: 'year' }))).rejects.toBe(failure)
    expect(asked).toEqual({ times: 2, aborted: 1 })
  })

  it('refuses a series that would be cut', async () => {
    const { ask, asked } = databaseOf(() => 1)
    const answer = answererOf(ask)
    const range = { from: '2020-01-01T00:00:00Z', to: '2026-11-23T00:00:00Z' }
    await expect(answer(question({ range, interval: 'hour' }))).rejects.toMatchObject({
      status: 400,
    })
    expect(asked.times).toBe(0)
  })
})
