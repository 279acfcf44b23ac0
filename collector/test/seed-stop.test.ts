import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Reconciliation } from '@half-measure/shared/stats/reconciliation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CollectorProcess } from './faults/harness/collector-process.ts'

const OPERATE = join(import.meta.dirname, '../bin/operate.ts')

interface Program extends ChildProcess {
  readonly ended: Promise<unknown[]>
}

describe('seeding that is interrupted', () => {
  const running: ChildProcess[] = []
  let directory: string
  let events = 0

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'half-measure-seed-'))
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })

  const dataDir = () => join(directory, 'data')

  function operate(...args: string[]): Program {
    const child = spawn(process.execPath, [OPERATE, ...args], {
      env: { ...process.env, DATA_DIR: dataDir(), LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    return Object.assign(child, { ended: once(child, 'exit') })
  }

  function seeding(seed: number, ...how: string[]): Program {
    return operate('seed', '--seed', String(seed), '--sessions', '2000000', ...how)
  }

  async function outputOf(child: ChildProcess): Promise<unknown> {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(child, 'close')
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw new Error(`more or less than a result: ${text}`)
    }
  }

  /** Resolves when the progress shows events that are written. */
  async function untilWriting(child: ChildProcess): Promise<void> {
    if (!child.stderr) throw new Error('progress is shown on the error output')
    for await (const line of createInterface({ input: child.stderr })) {
      if (/ [1-9][\d,]* of [\d,]+ sessions/.test(line)) return
    }
    throw new Error('the seeding ended before it wrote anything')
  }

  it.each([
    { seed: 1, how: '--direct' },
    { seed: 2, how: '--days=90' },
  ])('ends cleanly after Ctrl-C and says what it wrote ($how)', async ({ seed, how }) => {
    const child = seeding(seed, how)
    const output = outputOf(child)
    await untilWriting(child)
    child.kill('SIGINT')
    expect(await child.ended).toEqual([0, null])
    const result = (await output) as { outcome: string; events: number }
    expect(result.outcome).toBe('stopped')
    events += result.events
  })

  it('lets a running stack shut down in time, and the delivery report adds up at the end', async () => {
    const stack = await CollectorProcess.start(dataDir())
    const child = seeding(3, '--direct')
    await untilWriting(child)
    expect(await stack.stop()).toMatchObject({ code: 0 })
    await child.ended

    const { ok, findings } = Reconciliation.parse(await outputOf(operate('reconcile')))
    expect(findings.filter(({ left, right }) => left !== right)).toEqual([])
    expect(ok).toBe(true)
    expect(findings[0]?.left).toBeGreaterThan(events)
  })
})
