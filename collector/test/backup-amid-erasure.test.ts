import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { sumOfFigures } from '../src/reconciliation/collector-books.ts'
import { toConfig } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { type Context, openContext } from '../src/context.ts'
import { acceptBeacon } from '../src/ingest/accept-beacon.ts'
import { createLogger } from '../src/platform/logger.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { BROWSER } from './faults/harness/browser.ts'
import { until } from './faults/harness/until.ts'
import { aVisit } from './faults/harness/visit.ts'
import { putEmptyDatabase } from './postgres/empty-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'

const OWN = 'session_1763632800000_herehere'
const ANOTHERS = 'session_1763632800000_elsewhere'
const log = createLogger('silent')
const progress = () => {}
const configOf = (dataDir: string) =>
  toConfig(readEnv({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'not-the-default' }))

/** The part of another collector that took nothing. */
const NOTHING = sumOfFigures([])

async function take({ events }: Context, sessionId: string): Promise<void> {
  const request = { userAgent: BROWSER.userAgent, purpose: '', mobileHint: '', platformHint: '' }
  const arrival = { ...request, receivedAt: Date.now(), clientAddress: '127.0.0.1' }
  await acceptBeacon(events.ingest, Beacon.parse(aVisit(sessionId)), arrival)
  await events.spool.flush()
  await until('nothing is pending', () => events.spool.pendingRows === 0 || undefined)
}

it('a backup keeps the promises to erase that it holds, after its restore: its own and those of others', async () => {
  const directory = temporaryDirectory()
  const [dataDir, backup] = [join(directory, 'data'), join(directory, 'backup.tar')]
  await putEmptyDatabase(join(dataDir, 'postgres'))
  const first = await openContext(configOf(dataDir), log)
  for (const session of [OWN, ANOTHERS, 'session_1763632800000_remembered']) await take(first, session)
  const { account } = first.events
  const whilePaused = account.whilePaused.bind(account)
  vi.spyOn(account, 'whilePaused').mockImplementation((task) =>
    whilePaused(async () => {
      await account.eraser.request(OWN)
      await account.eraser.requestElsewhere(ANOTHERS)
      return task(NOTHING)
    }),
  )
  await backUp(first, backup, progress)
  await first.close()

  const nothing = { sessions: [], addresses: [] }
  const restored = await restoreStack(configOf(join(directory, 'restored')), backup, nothing, log, progress)
  expect(restored).toMatchObject({ account: { accepted: 21, stored: 7, erased: 14 } })
})
