import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/stack/context.ts'
import { OPERATIONS } from '../../src/operations/operations.ts'
import { Deadline } from '../../src/platform/deadline.ts'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import type { TestLog } from './harness/event-log.ts'
import type { FaultyProxy } from './harness/faulty-proxy.ts'
import { startRemote } from './harness/remote.ts'
import { countStored } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

const SESSION = 'session_1763632800000_reader1'

/** As long as it takes on a busy machine. */
const LONG_DEADLINE = { timeoutMs: 60_000 }

let proxy: FaultyProxy
let log: TestLog
let said: string[]

beforeEach(async () => {
  ;({ proxy, log } = await startRemote(2_000))
  await log.deliver(aSession(SESSION))
  await log.idle()
  said = []
})

/** What an operator has done by a command, with a shorter deadline, within which a busy machine has tried at least once. */
function operate(
  name: string,
  options: Record<string, unknown> = {},
  { timeoutMs = 5_000, say = said } = {},
): Promise<unknown> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`no operation ${name}`)
  const { events, clickhouse, config } = log
  const context = { events, clickhouse, config } as unknown as Context
  const progress = (line: string) => say.push(line)
  const deadline = new Deadline({ say: progress, timeoutMs, quietMs: 200 })
  return operation.run(context, options, { progress, stop: new AbortController().signal, deadline })
}

/** ClickHouse goes while a batch waits for it. */
async function leave(trouble: 'refuse' | 'black-hole'): Promise<void> {
  await proxy.make(trouble)
  await log.deliver(aSession('session_1763632800000_reader2'))
  await log.events.spool.flush()
}

describe("an operator's command while ClickHouse is unavailable", () => {
  it('says what it waits for, and ends with a clear error', async () => {
    await leave('refuse')
    const commands: readonly [string, Record<string, unknown>][] = [
      ['reconcile', {}],
      ['replay', {}],
      ['rebuild', {}],
      ['dead-letters', { retry: 'true' }],
      ['seed', { direct: 'true' }],
      ['backup', { file: join(temporaryDirectory(), 'backup'), unencrypted: 'true' }],
    ]
    await Promise.all(
      commands.map(async ([name, options]) => {
        const say: string[] = []
        await expect(operate(name, options, { say }), name).rejects.toThrow(
          /Gave up after 5 s of waiting for ClickHouse to respond \(.*ECONNREFUSED/,
        )
        expect(say[0], name).toMatch(/^Waiting for ClickHouse to respond \(.*\); giving up in \d s\.$/)
      }),
    )
  })

  it('does so too if the server accepts data but never responds', async () => {
    await leave('black-hole')
    await expect(operate('reconcile')).rejects.toThrow('waiting for ClickHouse to respond')
    expect(said[0]).toContain('Waiting for ClickHouse to respond')
  })

  it('goes on when the server comes back in time', async () => {
    await leave('refuse')
    const reconciled = operate('reconcile', {}, LONG_DEADLINE)
    await until('it has said so', () => said.length > 0)
    await proxy.make('none')
    expect(await reconciled).toMatchObject({ ok: true })
  })

  it('keeps an erasure request, and says that it is pending', async () => {
    await leave('refuse')
    await expect(operate('erase', { session: SESSION })).rejects.toThrow('waiting for ClickHouse to respond')
    expect(said[0]).toContain('The request is on disk')
    await proxy.make('none')
    await log.reconciliation.erasures.idle()
    expect(await countStored(log.clickhouse.reader, `session_id = '${SESSION}'`)).toBe(0)
  })

  it('reports what the log knows', async () => {
    await leave('refuse')
    expect(await operate('delivery')).toMatchObject({ accepted: 14, pending: 7 })
    expect(said[0]).toContain('ClickHouse does not respond')
    expect(await operate('spool-inspect')).toMatchObject({ pending: { rows: 7 } })
    expect(await operate('dead-letters')).toEqual([])
  })
})

describe("an operator's command while a batch is not confirmed", () => {
  it('says so, ends with a clear error, and is not carried out later', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const paused = log.reconciliation.whilePaused(() => promise)
    await expect(operate('reconcile')).rejects.toThrow('waiting for other work on the tables to end')
    expect(said.join('\n')).toContain('Waiting for other work on the tables')
    resolve()
    await paused
    expect(await operate('delivery')).toMatchObject({ last_reconciliation: null })
    expect(await operate('reconcile', {}, LONG_DEADLINE)).toMatchObject({ ok: true })
  })
})
