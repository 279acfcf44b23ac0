import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { acceptBeacon } from '../src/ingest/accept-beacon.ts'
import type { Context } from '../src/stack/context.ts'
import { BROWSER } from './faults/harness/expected-row.ts'
import { aSession } from './faults/harness/session.ts'
import { until } from './faults/harness/until.ts'

/** @param env besides, such as that of a database. */
export const configOf = (dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  toConfig(readEnv({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'not-the-default', ...env }))

/** Accepts the seven events of a session; they are on disk then. */
export async function takeSession({ events }: Context, sessionId: string): Promise<void> {
  const request = { userAgent: BROWSER.userAgent, isPrefetch: false, mobileHint: '', platformHint: '' }
  const arrival = { ...request, receivedAt: Date.now(), clientAddress: '127.0.0.1' }
  await acceptBeacon(events.ingest, Beacon.parse(aSession(sessionId)), arrival)
}

/** Resolves when everything that was accepted is in the tables or set aside. */
export async function untilNothingIsPending({ events: { spool } }: Context): Promise<void> {
  await spool.flush()
  await until('nothing is pending', () => spool.pendingRows === 0)
}
