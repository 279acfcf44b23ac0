import { DeadLetterList } from '@half-measure/shared/stats/dead-letters.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents } from '../../test/postgres/test-identity.ts'
import { createAuthApp, type AuthApp } from '../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import { recordAudit } from '../identity/audit-log.ts'
import { requireAdmin } from '../identity/require-admin.ts'
import { createLogger } from '../platform/logger.ts'
import { deadLetterRoutes } from './dead-letter-routes.ts'

const letter = {
  table: 'page_views' as const,
  batch_id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
  at: '2026-11-20T09:00:00.000Z',
  code: '27',
  error: 'Cannot parse input',
  rows: 1,
}

describePostgres('dead letters', (db) => {
  let app: AuthApp
  let bearer: string
  let isUnavailable: boolean

  beforeEach(async () => {
    isUnavailable = false
    const clock = new TestClock()
    const later = { ...letter, at: '2026-11-20T09:30:00.000Z', table: 'click_events' as const }
    app = await createAuthApp(db(), clock.now, (app, auth) => {
      const routes = deadLetterRoutes(
        {
          deadLetters: {
            list: async () => [letter, later],
          },
          reconciliation: {
            retryDeadLetters: async () => {
              if (isUnavailable) throw new Error('connect ECONNREFUSED')
              return { inserted: 1, refused: 1 }
            },
          },
          record: (by, outcome) =>
            recordAudit(db(), clock.now(), null, {
              event: 'dead_letters_retried',
              details: { by, ...outcome },
            }),
          log: createLogger('silent'),
        },
        requireAdmin(auth),
      )
      app.route('/api/dead-letters', routes)
    })
    bearer = (await app.signIn()).access_token
  })

  it('are listed newest first, without what is in them', async () => {
    const { json, text } = await app.call('GET', '/api/dead-letters', { bearer })
    expect(DeadLetterList.parse(json)).toMatchObject({
      dead_letters: [{ table: 'click_events' }, { table: 'page_views', error: 'Cannot parse input' }],
      count: 2,
    })
    expect(text).not.toContain('session_1_abcd')
  })

  it('are tried again, which is written down', async () => {
    const { json } = await app.call('POST', '/api/dead-letters/retry', { bearer })
    expect(json).toEqual({ inserted: 1, refused: 1 })
    expect((await auditedEvents(db())).at(-1)).toBe('dead_letters_retried')
  })

  it('stay while the database is unavailable, and the response says so', async () => {
    isUnavailable = true
    const { status, code, headers } = await app.call('POST', '/api/dead-letters/retry', { bearer })
    expect([status, code, headers.get('retry-after')]).toEqual([503, 'clickhouse_unavailable', '30'])
    expect(await auditedEvents(db())).not.toContain('dead_letters_retried')
  })
})
