import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pack, unpack } from '../src/operations/backup/archive.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import type { Manifest } from '../src/operations/backup/manifest.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { createLogger } from '../src/platform/logger.ts'
import { type Context, openContext } from '../src/stack/context.ts'
import { until } from './faults/harness/until.ts'
import { ownDatabaseEnv } from './postgres/own-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { configOf, takeSession, untilNothingIsPending } from './take-session.ts'

const nothing = { sessions: [], addresses: [], consents: [] }
const sessions = (count: number) =>
  Array.from({ length: count }, (_, i) => `session_1763632800000_s${String(i).padStart(5, '0')}`)

let directory: string
let database: Record<string, string>
let backup: string
let said: string[]

const log = createLogger('silent')
const progress = (line: string) => said.push(line)

beforeEach(async () => {
  directory = temporaryDirectory()
  database = await ownDatabaseEnv()
  backup = join(directory, 'backup.tar')
  said = []
})

async function openStack(): Promise<Context> {
  const stack = await openContext(configOf(join(directory, 'data'), database), log)
  onTestFinished(() => stack.close())
  return stack
}

/** @param name of the restored stack's data directory. */
const restore = async (name: string, file = backup) => {
  const config = configOf(join(directory, name), await ownDatabaseEnv('empty'))
  return restoreStack(config, file, null, nothing, log, progress)
}

describe('a backup of a stack whose delivery report does not add up', () => {
  it('names the differences, and its restore accepts these but no larger ones', async () => {
    const stack = await openStack()
    for (const session of sessions(2)) await takeSession(stack, session)
    await untilNothingIsPending(stack)
    // As after a failover: an event that two collectors accepted.
    await stack.clickhouse.migrator.command({
      query: `INSERT INTO analytics.page_views
        SELECT * REPLACE (generateUUIDv4() AS batch_id) FROM analytics.page_views LIMIT 1`,
    })
    const made = await backUp(stack, backup, null, progress)
    await stack.close()
    expect(made.differences).toContainEqual({
      name: 'page_views: distinct event ids = rows',
      left: 6,
      right: 7,
    })
    expect(said).toContainEqual(expect.stringMatching(/does not add up; see the runbook/))

    // A volume for the keys may be mounted there.
    await mkdir(join(directory, 'restored/keys'), { recursive: true })
    expect(await restore('restored')).toMatchObject({ report: made.report, differences: made.differences })

    const parts = join(directory, 'parts')
    await unpack(backup, parts, null)
    const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8')) as Manifest
    await writeFile(join(parts, 'manifest.json'), JSON.stringify({ ...manifest, differences: [] }))
    const other = join(directory, 'other.tar')
    await pack(parts, other, null)
    await expect(restore('refused', other)).rejects.toThrow(
      /differs from the backup's: .*page_views: distinct event ids = rows: 6 ≠ 7/,
    )
  })
})

describe('a backup of a stack that has stopped loading', () => {
  /** Rows wait in the log of a stack, and others are among the dead letters. */
  async function stoppedStack(): Promise<Context> {
    const stack = await openStack()
    const change = (query: string) => stack.clickhouse.migrator.command({ query })
    await change('ALTER TABLE analytics.page_views RENAME COLUMN utm_term TO other')
    for (const session of sessions(20)) await takeSession(stack, session)
    await stack.events.spool.flush()
    await until('loading has stopped', () => stack.events.deadLetters.stopLoading)
    await change('ALTER TABLE analytics.page_views RENAME COLUMN other TO utm_term')
    await takeSession(stack, 'session_1763632800000_waits')
    return stack
  }

  it('says so, and its restore loads what waited; after a restart it is refused at once', async () => {
    const stack = await stoppedStack()
    const { report } = await backUp(stack, backup, null, progress)
    expect(report.pending).toBeGreaterThanOrEqual(7)
    expect(said).toContainEqual(expect.stringMatching(/^Loading is stopped: \d+ rows/))
    await stack.close()

    const next = await openStack()
    const refused = { code: 'loading_stopped', message: expect.stringContaining('dead-letters --retry') }
    await expect(backUp(next, join(directory, 'next.tar'), null, progress)).rejects.toMatchObject(refused)
    await expect(next.events.reconciliation.nightly()).rejects.toMatchObject(refused)
    await next.close()

    const restored = await restore('restored')
    expect(said).toContainEqual(expect.stringMatching(/^Loading had stopped/))
    expect(restored.report).toMatchObject({
      accepted: report.accepted,
      stored: report.stored + report.pending,
      pending: 0,
      dead_letters: report.dead_letters,
    })
    expect(restored.differences).toEqual([])
  })
})

describe('a backup that is stopped', () => {
  const never = () => new Promise<never>(() => {})

  it('leaves nothing either while it waits for its turn', async () => {
    const stack = await openStack()
    const held = Promise.withResolvers<void>()
    const other = stack.events.reconciliation.whilePaused(() => held.promise)
    const stop = new AbortController()
    const made = backUp(stack, backup, null, progress, stop.signal)
    await until('it waits', () => said.some((line) => line.startsWith('Waiting for')))
    stop.abort()
    await expect(made).rejects.toThrow('stopped before it was complete')
    expect(await readdir(directory)).toEqual(['data'])
    held.resolve()
    await other
    // Nobody waits behind it.
    await backUp(stack, backup, null, progress)
  })

  it.each(['ownReport', 'differencesWhilePaused'] as const)(
    'leaves nothing where its %s does not end',
    async (name) => {
      const stack = await openStack()
      const { reconciliation } = stack.events
      const requested = vi.spyOn(reconciliation, name).mockImplementation(never)
      const stop = new AbortController()
      const made = backUp(stack, backup, null, progress, stop.signal)
      await until('it is requested', () => requested.mock.calls.length > 0)
      stop.abort()
      await expect(made).rejects.toThrow('stopped before it was complete')
      expect(await readdir(directory)).toEqual(['data'])
      requested.mockRestore()
      expect(await reconciliation.reconcile()).toMatchObject({ ok: true })
    },
  )

  it('leaves nothing, and says so', async () => {
    const stack = await openStack()
    await takeSession(stack, 'session_1763632800000_kept')
    await untilNothingIsPending(stack)
    const stop = new AbortController()
    const made = backUp(
      stack,
      backup,
      null,
      (line) => line.startsWith('click_events') && stop.abort(),
      stop.signal,
    )
    await expect(made).rejects.toThrow('stopped before it was complete')
    expect(await readdir(directory)).toEqual(['data'])
    expect(await stack.events.reconciliation.reconcile()).toMatchObject({ ok: true })
  })
})

describe('a pause', () => {
  it('holds up the erasure of dead letters until it ends', async () => {
    const stack = await openStack()
    const { reconciliation, deadLetters, shards } = stack.events
    const [session = ''] = sessions(1)
    await takeSession(stack, session)
    await untilNothingIsPending(stack)
    const [shard] = shards
    const id = '11111111-1111-4111-8111-111111111111'
    const part = {
      id,
      rows: Buffer.from(`["${id}","${id}","${session}"]\n`),
      count: 1,
    }
    await shard?.deadLetters.add('page_views', part, { code: '117', error: 'Unknown field' })
    await reconciliation.whilePaused(async () => {
      await reconciliation.erasures.request(session)
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      expect(deadLetters.count).toBe(1)
    })
    await reconciliation.erasures.idle()
    expect(deadLetters.count).toBe(0)
  })
})
