import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Audit } from '@half-measure/shared/stats/audit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from './faults/harness/free-ports.ts'

const COLLECTOR = join(import.meta.dirname, '..')

interface Program extends ChildProcess {
  readonly ended: Promise<unknown[]>
}

describe('seeding that is stopped in the middle', () => {
  const running: ChildProcess[] = []
  let env: NodeJS.ProcessEnv
  let events = 0

  beforeAll(async () => {
    const [port, dashboardPort] = await freePorts(2)
    env = {
      ...process.env,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'half-measure-seed-')),
      PORT: String(port),
      DASHBOARD_PORT: String(dashboardPort),
      LOG_LEVEL: 'error',
    }
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(env['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  function start(script: string, ...args: string[]): Program {
    const child = spawn(process.execPath, [join(COLLECTOR, script), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    return Object.assign(child, { ended: once(child, 'exit') })
  }

  function seeding(seed: number, ...how: string[]): Program {
    return start('bin/operate.ts', 'seed', '--seed', String(seed), '--sessions', '2000000', ...how)
  }

  async function outputOf(child: ChildProcess): Promise<unknown> {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(child, 'close')
    return JSON.parse(text) as unknown
  }

  /** Resolves when the progress shows events that are written. */
  async function untilWriting(child: ChildProcess): Promise<void> {
    if (!child.stderr) throw new Error('progress is shown on the error output')
    for await (const line of createInterface({ input: child.stderr })) {
      if (/ [1-9][\d,]* of [\d,]+ visits/.test(line)) return
    }
    throw new Error('the seeding ended before it wrote anything')
  }

  it.each([
    { seed: 1, how: '--direct' },
    { seed: 2, how: '--days=90' },
  ])(
    'ends cleanly after Ctrl-C and says what it wrote ($how)',
    async ({ seed, how }) => {
      const child = seeding(seed, how)
      const output = outputOf(child)
      await untilWriting(child)
      child.kill('SIGINT')
      expect(await child.ended).toEqual([0, null])
      const result = (await output) as { outcome: string; events: number }
      expect(result.outcome).toBe('stopped')
      events += result.events
    },
    120_000,
  )

  it('lets a running stack end in time, and the account adds up at last', async () => {
    const stack = start('src/main.ts')
    const address = `http://127.0.0.1:${env['PORT']}/api/ready`
    const isReady = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    const child = seeding(3, '--direct')
    await untilWriting(child)
    stack.kill('SIGTERM')
    expect(await stack.ended).toEqual([0, null])
    await child.ended

    const { ok, findings } = Audit.parse(await outputOf(start('bin/operate.ts', 'audit')))
    expect(findings.filter(({ left, right }) => left !== right)).toEqual([])
    expect(ok).toBe(true)
    expect(findings[0]?.left).toBeGreaterThan(events)
  }, 120_000)
})
