import {
  type ErasedPersonalData,
  type PersonalData,
  PersonalDataKey,
} from '@half-measure/shared/audience/personal-data.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { eraseConsent, recordsOfConsent } from '../audience/personal-data.ts'
import { recordAudit } from '../identity/audit-log.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody } from '../platform/http/read-request.ts'
import { isUnavailable } from '../platform/unavailable.ts'
import { countsOfSession, recordsOfSession } from '../reconciliation/erasure/session-records.ts'
import type { Context } from '../stack/context.ts'
import { eraseAddress, rememberErasedPerson } from './erased-people.ts'

type Stores = Pick<Context, 'config' | 'clickhouse' | 'postgres' | 'services' | 'events'>

/** `/api/personal-data`: finds or erases a person's data. Keys are in the body, to keep them out of logs. */
export function personalDataRoutes(
  stores: Stores,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const { postgres, services } = stores
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .post('/find', async (c) => {
      const found = await findPersonalData(stores, await readBody(c, PersonalDataKey))
      const rows = Object.values(found.counts).reduce((sum, count) => sum + count, 0)
      const details = { by: c.get('principal').userId, rows }
      await recordAudit(postgres.db, services.identity.now(), null, {
        event: 'personal_data_exported',
        details,
      })
      return c.json(found)
    })
    .post('/erase', async (c) =>
      c.json(await eraseRecords(stores, await readBody(c, PersonalDataKey), c.get('principal').userId)),
    )
}

async function findPersonalData(
  { postgres, services, clickhouse }: Stores,
  key: PersonalDataKey,
): Promise<PersonalData> {
  if ('session_id' in key) {
    const [records, counts] = await Promise.all([
      recordsOfSession(clickhouse.reader, key.session_id),
      countsOfSession(clickhouse.reader, key.session_id),
    ])
    return { records, counts }
  }
  const records =
    'email' in key ? await services.recordsOf(key.email) : await recordsOfConsent(postgres.db, key.consent_id)
  const counts = Object.entries(records).map(([what, { length }]) => [what, length])
  return { records, counts: Object.fromEntries(counts) }
}

async function eraseRecords(stores: Stores, key: PersonalDataKey, by: string): Promise<ErasedPersonalData> {
  const { config, clickhouse, postgres, services, events } = stores
  const now = services.identity.now()
  if ('email' in key) {
    const { is_admin, ...erased } = await eraseAddress(stores, key.email, by)
    return { erased, is_pending: false, is_admin }
  }
  if ('consent_id' in key) {
    await rememberErasedPerson(config, 'consents', key.consent_id)
    const erased = { consent_records: await eraseConsent(postgres.db, key.consent_id, now, by) }
    return { erased, is_pending: false, is_admin: false }
  }
  // Without ClickHouse a request is still accepted, and completed later.
  const erased = await countsOfSession(clickhouse.reader, key.session_id).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return {}
  })
  await events.reconciliation.erasures.request(key.session_id)
  await recordAudit(postgres.db, now, null, { event: 'session_erased', details: { by } })
  return { erased, is_pending: true, is_admin: false }
}
