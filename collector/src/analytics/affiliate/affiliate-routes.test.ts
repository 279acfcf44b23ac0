import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { CommissionImport, CommissionNetworks } from '@half-measure/shared/stats/affiliate-commission.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { owner } from '../../../test/postgres/test-identity.ts'
import { type AuthApp, createAuthApp } from '../../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../../test/postgres/test-clock.ts'
import { listAuditLog } from '../../identity/audit-log.ts'
import { requireAdmin } from '../../identity/require-admin.ts'
import { CommissionStore } from './commission-store.ts'
import { affiliateStatsRoutes } from './affiliate-routes.ts'

const HEAD = 'row_key,sub_id,occurred_at,commission,currency,status'

describePostgres('the import of commissions', (db) => {
  let clock: TestClock
  let store: CommissionStore
  let app: AuthApp
  let bearer: string

  beforeEach(async () => {
    clock = new TestClock()
    store = new CommissionStore(db(), clock.now)
    app = await createAuthApp(db(), clock.now, (app, auth) =>
      app.route(
        '/api/stats/affiliate',
        affiliateStatsRoutes(
          {
            queryRows: async () => [],
            sessionsIn: () => Promise.reject(new Error('no query is expected')),
            goals: () => Promise.resolve(DEFAULT_GOALS),
            articles: [],
            countedSince: async () => undefined,
          },
          store,
          requireAdmin(auth),
          clock.now,
        ),
      ),
    )
    bearer = (await app.signIn()).access_token
  })

  const send = (lines: readonly string[], network = 'awin') =>
    app.call('POST', `/api/stats/affiliate/commissions?network=${network}`, {
      headers: { 'Content-Type': 'text/csv' },
      body: lines.join('\r\n'),
      bearer,
    })
  const imported = async (lines: readonly string[], network?: string) =>
    CommissionImport.parse((await send(lines, network)).json)
  const remove = (query: string) =>
    app.call('DELETE', `/api/stats/affiliate/commissions?${query}`, { bearer })
  const networks = async () =>
    CommissionNetworks.parse((await app.call('GET', '/api/stats/affiliate/networks', { bearer })).json)
      .networks
  const year = { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }

  it('keeps each key once, says what was new and what changed, and keeps the last word', async () => {
    const first = [HEAD, 'A1,top-5.pale.1,2026-11-19,10.10,GBP,pending', 'A2,x,2026-11-19,0.2,GBP,approved']
    expect(await imported(first)).toEqual({ rows: 2, added: 2, changed: 0, unchanged: 0 })
    expect(await imported(first)).toEqual({ rows: 2, added: 0, changed: 0, unchanged: 2 })
    const later = [
      HEAD,
      'A1,top-5.pale.1,2026-11-19,10.10,GBP,approved',
      'A2,x,2026-11-19,0.20,GBP,approved',
      'A3,x,2026-11-20,1,GBP,declined',
    ]
    expect(await imported(later)).toEqual({ rows: 3, added: 1, changed: 1, unchanged: 1 })
    expect(await store.sums(year)).toEqual([
      { subId: 'top-5.pale.1', currency: 'GBP', status: 'approved', rows: 1, units: 101_000n },
      { subId: 'x', currency: 'GBP', status: 'approved', rows: 1, units: 2_000n },
    ])
  })

  it('tells networks apart: the same key of another is another commission', async () => {
    await imported([HEAD, 'A1,x,2026-11-19,1,GBP,approved'])
    expect(await imported([HEAD, 'A1,x,2026-11-19,2,GBP,approved'], 'impact')).toMatchObject({ added: 1 })
    expect(await store.sums(year)).toMatchObject([{ rows: 2, units: 30_000n }])
  })

  it('adds up exactly, by the moment at which readers bought', async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `A${i},x,2026-11-19T00:00:00Z,0.1,GBP,approved`)
    expect(await imported([HEAD, ...lines])).toMatchObject({ rows: 3_000, added: 3_000 })
    expect(await store.sums(year)).toMatchObject([{ rows: 3_000, units: 3_000_000n }])
    const moment = '2026-11-19T00:00:00.000Z'
    expect(await store.sums({ from: moment, to: year.to })).toHaveLength(1)
    expect(await store.sums({ from: year.from, to: moment })).toEqual([])
  })

  it('adds the sub-ids with the fewest commissions up, where there are many: sums stay exact', async () => {
    const rare = Array.from({ length: 3_000 }, (_, i) => `A${i},top-5.p${i}.1,2026-11-19,0.1,GBP,approved`)
    const often = [1, 2].map((i) => `B${i},top-5.z.1,2026-11-19,1,EUR,pending`)
    await imported([HEAD, ...rare, ...often])
    const sums = await new CommissionStore(db(), clock.now, { sums: 100 }).sums(year)
    expect(sums).toHaveLength(101)
    expect(sums[0]).toEqual({
      subId: 'top-5.z.1',
      currency: 'EUR',
      status: 'pending',
      rows: 2,
      units: 20_000n,
    })
    const rest = { subId: null, currency: 'GBP', status: 'approved', rows: 2_901, units: 2_901_000n }
    expect(sums.filter(({ subId }) => subId === null)).toEqual([rest])
  })

  it('keeps nothing of a file that would be too many commissions, or currencies', async () => {
    const bounded = new CommissionStore(db(), clock.now, { stored: 3, currencies: 2 })
    const store = async (...rows: readonly (readonly [key: string, currency: string])[]) => {
      const given = { sub_id: 'x', occurred_at: clock.now(), commission: '1', status: 'approved' } as const
      await bounded.import(
        'awin',
        rows.map(([row_key, currency]) => ({ row_key, currency, ...given })),
        'an account',
      )
    }
    await store(['A1', 'GBP'], ['A2', 'EUR'])
    await expect(store(['A3', 'USD'])).rejects.toMatchObject({ status: 409, code: 'too_many_currencies' })
    await expect(store(['A3', 'GBP'], ['A4', 'GBP'])).rejects.toMatchObject({
      status: 409,
      code: 'too_many_commissions',
    })
    // What is there already can be sent again.
    await store(['A1', 'EUR'], ['A2', 'EUR'], ['A3', 'GBP'])
    expect((await bounded.sums(year)).map(({ currency, rows }) => [currency, rows])).toEqual([
      ['EUR', 2],
      ['GBP', 1],
    ])
  })

  it('keeps nothing of a file with a wrong line, and names it', async () => {
    const { status, json } = await send([
      HEAD,
      'A1,x,2026-11-19,1,GBP,approved',
      'A2,x,2026-11-19,1,GBP,maybe',
    ])
    expect(status).toBe(400)
    expect(json).toMatchObject({
      error: { code: 'invalid_csv', details: [{ line: 3, problem: expect.stringContaining('status') }] },
    })
    expect(await store.sums(year)).toEqual([])
    expect(await store.imports()).toEqual([])
  })

  it('says of each network when its last file came, whether or not it changed anything', async () => {
    const lines = [HEAD, 'A1,x,2026-11-19,1,GBP,approved']
    await imported(lines, 'amazon')
    const first = clock.now()
    clock.advance({ minutes: 1 })
    await imported(lines)
    clock.advance({ minutes: 1 })
    expect(await imported(lines)).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect(await store.imports()).toEqual([
      { network: 'amazon', imported_at: first, last_day: '2026-11-19' },
      { network: 'awin', imported_at: clock.now(), last_day: '2026-11-19' },
    ])
    expect(await networks()).toMatchObject([
      { network: 'amazon', imported_at: first.toISOString() },
      { network: 'awin', imported_at: clock.now().toISOString() },
    ])
    await remove('network=amazon')
    expect(await store.imports()).toMatchObject([{ network: 'awin' }])
    await imported([HEAD, 'B1,x,2026-10-31T23:30:00Z,1,GBP,approved'], 'amazon')
    expect(await store.imports()).toMatchObject([
      { network: 'amazon', last_day: '2026-10-31' },
      { network: 'awin', last_day: '2026-11-19' },
    ])
  })

  it('says nothing of a network without commissions: not after a file of none, nor once they are deleted', async () => {
    expect(await imported([HEAD])).toMatchObject({ rows: 0 })
    expect(await store.imports()).toEqual([])
    const lines = [HEAD, 'A1,x,2026-11-19,1,GBP,approved', 'A2,x,2026-11-20,1,GBP,approved']
    await imported(lines)
    const at = clock.now()
    clock.advance({ minutes: 1 })
    await imported([HEAD])
    await remove('network=awin&before=2026-11-20')
    expect(await store.imports()).toEqual([{ network: 'awin', imported_at: at, last_day: '2026-11-20' }])
    await remove('network=awin&before=2026-11-21')
    expect(await store.imports()).toEqual([])
  })

  it('stands in the audit log with who did it, and not without', async () => {
    await imported([HEAD, 'A1,x,2026-11-19,1,GBP,approved'])
    const { entries } = await listAuditLog(db(), { event: 'commissions_imported', limit: 10 })
    expect(entries).toMatchObject([
      { user: null, by: owner.email, details: { network: 'awin', added: 1, changed: 0 } },
    ])
    await sql`alter table audit_log add constraint is_full check (false) not valid`.execute(db())
    onTestFinished(async () => void (await sql`alter table audit_log drop constraint is_full`.execute(db())))
    expect((await send([HEAD, 'A2,x,2026-11-19,1,GBP,approved'])).status).toBe(500)
    expect(await store.sums(year)).toMatchObject([{ rows: 1 }])
  })

  it('undoes a file that was imported under a wrong name: its network goes, the others stay', async () => {
    const lines = [HEAD, 'A1,x,2026-11-19,1,GBP,approved', 'A2,x,2026-11-20,1,GBP,declined']
    await imported(lines, 'awn')
    clock.advance({ minutes: 1 })
    await imported(lines)
    const days = { commissions: 2, first_day: '2026-11-19', last_day: '2026-11-20' }
    const later = { network: 'awin', ...days, imported_at: clock.now().toISOString() }
    const earlier = new Date(clock.now().getTime() - 60_000).toISOString()
    expect(await networks()).toEqual([later, { network: 'awn', ...days, imported_at: earlier }])
    expect(await store.sums(year)).toMatchObject([{ rows: 2, units: 20_000n }])

    expect(await remove('network=awn')).toMatchObject({ status: 200, json: { deleted: 2 } })
    expect(await networks()).toEqual([later])
    expect(await store.sums(year)).toMatchObject([{ rows: 1, units: 10_000n }])
  })

  it('makes room: deletes purchases before a day of the magazine’s, of one network', async () => {
    // British Summer Time: the first is a purchase of 30 June, the second of 1 July.
    const lines = [
      HEAD,
      'A1,x,2026-06-30T22:59:59Z,1,GBP,approved',
      'A2,x,2026-06-30T23:00:00Z,1,GBP,approved',
    ]
    await imported(lines)
    await imported(lines, 'impact')
    expect((await networks())[0]).toMatchObject({ first_day: '2026-06-30', last_day: '2026-07-01' })
    expect((await remove('network=awin&before=2026-07-01')).json).toEqual({ deleted: 1 })
    expect(await networks()).toMatchObject([
      { network: 'awin', commissions: 1, first_day: '2026-07-01' },
      { network: 'impact', commissions: 2 },
    ])
    expect(await remove('network=awin&before=2026-07-01')).toMatchObject({
      status: 404,
      json: { error: { message: expect.stringContaining('before 2026-07-01') } },
    })
    expect((await remove('network=awin&before=2026-02-30')).status).toBe(400)
    expect((await remove('before=2026-07-01')).status).toBe(400)
  })

  it('names a network that has no commissions', async () => {
    await imported([HEAD, 'A1,x,2026-11-19,1,GBP,approved'])
    expect(await remove('network=impact')).toMatchObject({
      status: 404,
      json: { error: { code: 'commissions_not_found', message: expect.stringContaining('“impact”') } },
    })
    expect(await networks()).toMatchObject([{ network: 'awin' }])
  })

  it('deletes with an entry in the audit log, and not without', async () => {
    await imported([HEAD, 'A1,x,2026-11-19,1,GBP,approved', 'A2,x,2026-11-20,1,GBP,approved'])
    await remove('network=awin&before=2026-11-20')
    const { entries } = await listAuditLog(db(), { event: 'commissions_deleted', limit: 10 })
    expect(entries.map(({ by, details }) => ({ by, details }))).toEqual([
      { by: owner.email, details: { network: 'awin', before: '2026-11-20', deleted: 1 } },
    ])
    await sql`alter table audit_log add constraint is_full check (false) not valid`.execute(db())
    onTestFinished(async () => void (await sql`alter table audit_log drop constraint is_full`.execute(db())))
    expect((await remove('network=awin')).status).toBe(500)
    expect(await networks()).toMatchObject([{ commissions: 1 }])
  })

  it('refuses a network without a name, and an empty body', async () => {
    expect((await send([HEAD], 'A Network')).status).toBe(400)
    expect((await send([])).json).toMatchObject({ error: { code: 'invalid_csv' } })
  })
})
