import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ADMIN_ENV } from '../postgres/own-database.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { runCommand } from '../run-command.ts'
import { CollectorProcess } from './harness/collector-process.ts'
import { LoadDriver, overHttp } from './harness/load-driver.ts'
import { expectReconciled, expectTablesToMatch } from './harness/oracle.ts'
import { aSession } from './harness/session.ts'
import { signIn } from './harness/shared-servers.ts'
import { sessionOn, type Shards, startShards } from './harness/shards.ts'
import { countStored } from './harness/stored-rows.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'

it('a backup of two shards can be restored into two or more, each with its rows and its log', async () => {
  const directory = temporaryDirectory()
  const backup = join(directory, 'backup.tar')
  const shards = await startShards()
  const collector = await CollectorProcess.start(join(directory, 'a', 'data'), {
    ...shards.env,
    ...ADMIN_ENV,
  })
  const admin = await signIn(collector)
  const driver = new LoadDriver({ oldSessions: false })
  for (const shard of [0, 1] as const)
    await driver.deliver(aSession(sessionOn(shard, 'kept')), overHttp(collector.site))
  await admin.idle()
  // What waits in a log is in the backup too.
  await shards.servers[1]?.kill()
  await driver.deliver(aSession(sessionOn(1, 'waits')), overHttp(collector.site))
  await shards.servers[1]?.start()
  await admin.operate('backup', { file: backup, unencrypted: 'true' })
  await collector.kill()

  onTestFinished(() => void vi.unstubAllEnvs())
  const restore = (name: string, env: Shards['env']) => {
    for (const [key, value] of Object.entries({ ...env, ...ADMIN_ENV })) vi.stubEnv(key, value)
    return runCommand('restore.ts', join(directory, name, 'data'), backup)
  }
  const { CLICKHOUSE_URL: url = '' } = shards.env
  await expect(
    restore('too-few', { CLICKHOUSE_URL: url, CLICKHOUSE_SHARDS: '', CLICKHOUSE_CLUSTER: '' }),
  ).rejects.toThrow('The backup is of 2 shards, and there are 1')

  const more = await startShards(3)
  await restore('more', more.env)
  const again = await CollectorProcess.start(join(directory, 'more', 'data'), { ...more.env, ...ADMIN_ENV })
  const alone = await signIn(again)
  expect(await alone.idle()).toMatchObject({ accepted: 21, stored: 21 })
  expectReconciled(await alone.reconcile())
  await driver.deliver(aSession('session_1763632800000_fresh'), overHttp(again.site))
  await alone.idle()
  const clickhouse = await openClickHouse(more.config)
  await expectTablesToMatch(clickhouse.reader, driver.log)
  const [first, second] = clickhouse.shards
  expect(await countStored(first.reader)).toBeGreaterThanOrEqual(7)
  expect(await countStored(second?.reader ?? first.reader)).toBeGreaterThanOrEqual(14)
  await clickhouse.close()
})
