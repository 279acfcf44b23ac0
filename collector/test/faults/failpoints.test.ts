import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../../src/events/event-tables.ts'
import { ownDatabaseEnv } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { NO_LIMIT } from './harness/campaign.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectAllOnceInDirectory } from './harness/oracle.ts'
import { signIn } from './harness/shared-servers.ts'

/** Every step from the log to the cursor, at its first passage and, where it comes often, in the middle of things. */
const FAILPOINTS = [
  'spool.written',
  'spool.written:40',
  'spool.synced:40',
  ...EVENT_TABLES.map((table) => `loader.after-${table}`),
  'loader.before-cursor:2',
  'loader.after-cursor',
]

describe('a collector that is killed between two steps', () => {
  it(
    'loses nothing that it acknowledged, and stores and counts everything once',
    { timeout: NO_LIMIT },
    async () => {
      const dataDir = join(temporaryDirectory(), 'data')
      const env = await ownDatabaseEnv()
      const driver = new LoadDriver()

      for (const failpoint of FAILPOINTS) {
        const collector = await CollectorProcess.spawn(dataDir, { ...env, FAILPOINT: failpoint })
        driver.start(overHttp(collector.site), { pauseMs: 2 })
        expect(await collector.ended, failpoint).toEqual({ code: null, signal: 'SIGKILL' })
        await driver.stop()
      }
      const collector = await CollectorProcess.start(dataDir, env)
      await driver.deliverRest(overHttp(collector.site))
      const admin = await signIn(collector)
      await expectAllOnceInDirectory(collector, admin, driver.log)
    },
  )
})
