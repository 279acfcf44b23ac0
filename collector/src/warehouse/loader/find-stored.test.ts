import type { ClickHouseClient } from '@clickhouse/client'
import { describe, expect, it } from 'vitest'
import { eventId, storedRow } from '../../spool/testing/rows.ts'
import { findStored } from './find-stored.ts'

const BATCH = '00000000-0000-4000-9000-000000000001'

interface Params {
  readonly ids?: readonly string[]
  readonly sessions?: readonly string[]
  readonly batch: string
  readonly first?: string
}

/** A database that has some events, and one session's assignment in a test. */
function database(stored: readonly string[], assignment = { session_id: '', test_name: '' }) {
  const queries: Params[] = []
  const query = async ({ query_params }: { query_params: Params }) => {
    queries.push(query_params)
    const { ids, sessions } = query_params
    const rows = ids
      ? ids.filter((id) => stored.includes(id)).map((event_id) => ({ event_id }))
      : [assignment].filter(({ session_id }) => sessions?.includes(session_id))
    return { json: async () => rows }
  }
  return { queries, client: { query } as unknown as ClickHouseClient }
}

const view = (n: number, received_at = '2026-11-20 10:00:00.000') =>
  storedRow('page_views', { event_id: eventId(n), received_at })

describe('findStored', () => {
  it('names the events that are stored, and queries in parts that fit into a URL', async () => {
    const { client, queries } = database([eventId(3), eventId(4_999), eventId(9_999)])
    const rows = Array.from({ length: 5_000 }, (_, n) => view(n))
    expect(await findStored(client, 'page_views', rows, BATCH)).toEqual(new Set([eventId(3), eventId(4_999)]))
    expect(queries.map(({ ids }) => ids?.length)).toEqual([2_000, 2_000, 1_000])
    expect(queries.every(({ batch }) => batch === BATCH)).toBe(true)
  })

  it('looks back from the earliest row', async () => {
    const { client, queries } = database([])
    const rows = [view(1), view(2, '2026-11-19 10:00:00.000'), view(3)]
    await findStored(client, 'page_views', rows, BATCH)
    expect(queries.map(({ first }) => first)).toEqual(['2026-11-19 10:00:00.000'])
  })

  it('takes an assignment for stored where its session has another in that test', async () => {
    const assigned = (n: number, session_id: string, test_name: string) =>
      storedRow('ab_test_assignments', {
        event_id: eventId(n),
        received_at: '2026-11-20 10:00:00.000',
        session_id,
        test_name,
      })
    const { client } = database([], { session_id: 'session_1_aaaa', test_name: 'cta_button_text' })
    const rows = [
      assigned(1, 'session_1_aaaa', 'cta_button_text'),
      assigned(2, 'session_1_aaaa', 'review_page_layout'),
      assigned(3, 'session_1_bbbb', 'cta_button_text'),
    ]
    expect(await findStored(client, 'ab_test_assignments', rows, BATCH)).toEqual(new Set([eventId(1)]))
  })

  it('sends no query without rows', async () => {
    const { client, queries } = database([])
    expect(await findStored(client, 'page_views', [], BATCH)).toEqual(new Set())
    expect(queries).toEqual([])
  })
})
