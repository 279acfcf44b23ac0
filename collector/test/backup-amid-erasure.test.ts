import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { type Context, openContext } from '../src/stack/context.ts'
import { acceptBeacon } from '../src/ingest/accept-beacon.ts'
import { createLogger } from '../src/platform/logger.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { BROWSER } from './faults/harness/browser.ts'
import { until } from './faults/harness/until.ts'
import { aSession } from './faults/harness/session.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'

const ERASED = 'session_1763632800000_herehere'
const log = createLogger('silent')
const progress = () => {}
const configOf = (dataDir: string) =>
  toConfig(readEnv({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'not-the-default' }))

async function take({ events }: Context, sessionId: string): Promise<void> {
  const request = { userAgent: BROWSER.userAgent, isPrefetch: false, mobileHint: '', platformHint: '' }
  const arrival = { ...request, receivedAt: Date.now(), clientAddress: '127.0.0.1' }
  await acceptBeacon(events.ingest, Beacon.parse(aSession(sessionId)), arrival)
  await events.spool.flush()
  await until('nothing is pending', () => events.spool.pendingRows === 0)
}

it('a backup contains erasure requests, and its restore carries them out', async () => {
  const directory = temporaryDirectory()
  const [dataDir, backup] = [join(directory, 'data'), join(directory, 'backup.tar')]
  await putMigratedDatabase(join(dataDir, 'postgres'))
  const first = await openContext(configOf(dataDir), log)
  for (const session of [ERASED, 'session_1763632800000_remembered']) await take(first, session)
  const { reconciliation } = first.events
  const whilePaused = reconciliation.whilePaused.bind(reconciliation)
  vi.spyOn(reconciliation, 'whilePaused').mockImplementation((task) =>
    whilePaused(async (lease) => {
      await reconciliation.erasures.request(ERASED)
      return task(lease)
    }),
  )
  await backUp(first, backup, null, progress)
  await first.close()

  const nothing = { sessions: [], addresses: [] }
  const restored = await restoreStack(
    configOf(join(directory, 'restored')),
    backup,
    null,
    nothing,
    log,
    progress,
  )
  expect(restored).toMatchObject({ report: { accepted: 14, stored: 7, erased: 7 } })
})
