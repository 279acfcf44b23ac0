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
import { recordsOfSession } from '../reconciliation/erasure/session-records.ts'
import type { Context } from '../stack/context.ts'
import { rememberErasedAddress } from './erased-addresses.ts'

type Stores = Pick<Context, 'config' | 'clickhouse' | 'postgres' | 'services' | 'events'>
type Records = PersonalData['records']

/** `/api/personal-data`: what is kept of a person, to hand over or to erase. Keys are in bodies, so that no log has them. */
export function personalDataRoutes(
  stores: Stores,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const { postgres, services } = stores
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .post('/find', async (c) => {
      const records = await findRecords(stores, await readBody(c, PersonalDataKey))
      const rows = Object.values(records).reduce((sum, { length }) => sum + length, 0)
      const details = { by: c.get('principal').userId, rows }
      await recordAudit(postgres.db, services.identity.now(), null, {
        event: 'personal_data_exported',
        details,
      })
      return c.json({ records } satisfies PersonalData)
    })
    .post('/erase', async (c) =>
      c.json(await eraseRecords(stores, await readBody(c, PersonalDataKey), c.get('principal').userId)),
    )
}

async function findRecords(
  { postgres, services, clickhouse }: Stores,
  key: PersonalDataKey,
): Promise<Records> {
  if ('email' in key) return services.recordsOf(key.email)
  if ('consent_id' in key) return recordsOfConsent(postgres.db, key.consent_id)
  return recordsOfSession(clickhouse.reader, key.session_id)
}

async function eraseRecords(stores: Stores, key: PersonalDataKey, by: string): Promise<ErasedPersonalData> {
  const { config, postgres, services, events } = stores
  const now = services.identity.now()
  if ('email' in key) {
    await rememberErasedAddress(config, key.email)
    const { is_admin, ...erased } = await services.erase(key.email, by)
    return { erased, is_pending: false, is_admin }
  }
  if ('consent_id' in key) {
    const erased = { consent_records: await eraseConsent(postgres.db, key.consent_id, now, by) }
    return { erased, is_pending: false, is_admin: false }
  }
  // A request is accepted without ClickHouse, and carried out when it is back.
  const records = await findRecords(stores, key).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
    return {}
  })
  await events.reconciliation.erasures.request(key.session_id)
  await recordAudit(postgres.db, now, null, { event: 'session_erased', details: { by } })
  const counts = Object.entries(records).map(([what, { length }]) => [what, length])
  return { erased: Object.fromEntries(counts), is_pending: true, is_admin: false }
}
