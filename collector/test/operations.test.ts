import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const COLLECTOR = join(import.meta.dirname, '..')
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe("the operator's commands", () => {
  let env: NodeJS.ProcessEnv
  let stack: ChildProcess | undefined

  beforeAll(async () => {
    env = {
      ...process.env,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'half-measure-operate-')),
      PORT: String(await freePort()),
      DASHBOARD_PORT: String(await freePort()),
      LOG_LEVEL: 'error',
    }
  })

  afterAll(async () => {
    stack?.kill('SIGKILL')
    await rm(env['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  it('work beside a running stack, and without one on the same data', async () => {
    stack = await startStack()
    const beacon = aBeacon({ events: [aPageView(), aPageView(), aClick()] })
    const answer = await fetch(`http://127.0.0.1:${env['PORT']}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': READER },
      body: JSON.stringify(beacon),
    })
    expect(await answer.json()).toMatchObject({ accepted: 3 })

    await expect.poll(() => operate('delivery'), { timeout: 10_000 }).toMatchObject({ stored: 3, pending: 0 })
    expect(await operate('audit')).toMatchObject({ ok: true })
    expect(await operate('erase', '--session', beacon.session_id)).toEqual({ erased: beacon.session_id })
    expect(await operate('delivery')).toMatchObject({ accepted: 3, stored: 0, erased: 3 })

    stack.kill('SIGTERM')
    expect(await once(stack, 'exit')).toEqual([0, null])
    stack = undefined

    expect(await operate('audit')).toMatchObject({ ok: true })
    expect(await operate('spool', 'inspect')).toMatchObject({ totals: { accepted: 3 }, pending: { rows: 0 } })
    expect(await operate('replay')).toEqual({ read: 0, inserted: 0 })
    expect(await operate('admin', 'list')).toMatchObject([{ email: 'admin@halfmeasure.test' }])
  })

  it('say how they are called when they are called wrongly', async () => {
    await expect(operate('erase')).rejects.toThrow('npm run erase -- --session <session id>')
    await expect(operate('erase', '--session', 'nobody')).rejects.toThrow('session_<milliseconds>_<random>')
    await expect(operate('dance')).rejects.toThrow('Usage:')
  })

  async function operate(...args: string[]): Promise<unknown> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(COLLECTOR, 'bin/operate.ts'), ...args],
      { env },
    )
    return JSON.parse(stdout)
  }

  async function startStack(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(COLLECTOR, 'src/main.ts')], { env, stdio: 'inherit' })
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${env['PORT']}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    return child
  }
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
