import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isRunning } from '@half-measure/shared/testing/is-running.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { createLogger } from '../../platform/logger.ts'
import { recordingLogger } from '../../spool/testing/temporary-spool.ts'
import { startEngine } from './start-engine.ts'
import { run } from './testing/engine-client.ts'

let directory: string

beforeEach(() => {
  directory = join(temporaryDirectory(), 'clickhouse')
})

afterEach(() => void vi.unstubAllEnvs())

/** Has the engine's process run this before anything else. */
function loadFirst(module: string): void {
  const path = join(temporaryDirectory(), 'first.mjs')
  writeFileSync(path, module)
  vi.stubEnv('NODE_OPTIONS', `--import=${pathToFileURL(path).href}`)
}

/** Has no engine start for the rest of the test, or until the function that it returns is called. */
function preventStarts(): () => void {
  const node = process.execPath
  const letStart = () => void (process.execPath = node)
  onTestFinished(letStart)
  process.execPath = join(directory, 'no-such-program')
  return letStart
}

/** The error, without the full disk. */
const DISK_FULL =
  "SELECT throwIf(1, 'Cannot reserve', toInt16(243)) SETTINGS allow_custom_error_code_in_throwif = 1"

const CLOSE_BLOCKS = `import { Session } from '${import.meta.resolve('chdb')}'
  Session.prototype.close = () => { for (;;); }`

describe('an engine', () => {
  it('ends when it is stopped, and leaves its files and nothing else', async () => {
    const engine = await startEngine(directory)
    const { pid } = engine
    await run(engine, 'CREATE DATABASE shop')
    await engine.stop()
    expect([isRunning(pid), existsSync(engine.socket)]).toEqual([false, false])
    const next = await startEngine(directory)
    expect(await run(next, "SELECT count() FROM system.databases WHERE name = 'shop'")).toBe('1')
    await next.stop()
  })

  it('is there again at the same address after it was killed, and says so', async () => {
    const { log, lines } = recordingLogger()
    const engine = await startEngine(directory, { log })
    onTestFinished(() => engine.stop())
    const { pid = 0 } = engine
    await run(engine, 'CREATE DATABASE shop')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => run(engine, 'SHOW DATABASES').catch(() => '')).toContain('shop')
    expect(engine.pid).not.toBe(pid)
    await expect
      .poll(() => lines)
      .toEqual([
        'warn: the ClickHouse engine ended; events are kept on disk until it runs again',
        'warn: the ClickHouse engine runs again',
      ])
  })

  it('is there again after an error that nothing caught, whatever its libraries wait for at an exit', async () => {
    loadFirst(`process.on('SIGUSR2', () => {
      process.on('exit', () => { for (;;); })
      throw new Error('uncaught')
    })`)
    const { log, lines } = recordingLogger()
    const engine = await startEngine(directory, { log })
    onTestFinished(() => engine.stop())
    const { pid = 0 } = engine
    await run(engine, 'CREATE DATABASE shop')
    process.kill(pid, 'SIGUSR2')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect.poll(() => run(engine, 'SHOW DATABASES').catch(() => '')).toContain('shop')
    await expect.poll(() => lines).toContain('warn: the ClickHouse engine runs again')
  })

  it('is there again without a part that a full disk left damaged', async () => {
    const engine = await startEngine(directory)
    onTestFinished(() => engine.stop())
    await run(engine, 'CREATE TABLE pints (n UInt32) ENGINE = MergeTree ORDER BY n')
    for (const n of [1, 2]) await run(engine, `INSERT INTO pints SELECT ${n}`)
    const part = await run(
      engine,
      "SELECT path FROM system.parts WHERE table = 'pints' ORDER BY name LIMIT 1",
    )
    for (const file of readdirSync(part)) if (/mrk/.test(file)) truncateSync(join(part, file))
    // As a whole: a result that streams may begin with the other part, and then breaks off without the error.
    const read = () => run(engine, 'SELECT n FROM pints', { wait_end_of_query: '1' })
    await expect(read()).rejects.toThrow('CORRUPTED_DATA')
    const { pid } = engine
    await expect(run(engine, DISK_FULL)).rejects.toThrow('NOT_ENOUGH_SPACE')
    expect(engine.pid).toBe(pid)
    await expect(read()).rejects.toThrow()
    await expect.poll(() => read().catch(() => '')).toBe('2')
  })

  it('is there again once the machine can start a process again', async () => {
    const { log, lines } = recordingLogger()
    const engine = await startEngine(directory, { log })
    onTestFinished(() => engine.stop())
    await run(engine, 'CREATE DATABASE shop')
    const letStart = preventStarts()
    process.kill(engine.pid ?? 0, 'SIGKILL')
    const ended = 'warn: the ClickHouse engine ended; events are kept on disk until it runs again'
    await expect.poll(() => lines.filter((line) => line === ended).length).toBeGreaterThan(1)
    letStart()
    await expect.poll(() => run(engine, 'SHOW DATABASES').catch(() => '')).toContain('shop')
  })

  it('can be stopped between two starts', async () => {
    const engine = await startEngine(directory)
    const letStart = preventStarts()
    process.kill(engine.pid ?? 0, 'SIGKILL')
    await expect.poll(() => engine.pid).toBeUndefined()
    letStart()
    await engine.stop()
    expect(engine.pid).toBeUndefined()
  })

  it('stays when a terminal or a supervisor signals the whole stack', async () => {
    const engine = await startEngine(directory)
    onTestFinished(() => engine.stop())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(engine.pid ?? 0, signal)
    expect(await run(engine, 'SELECT 1')).toBe('1')
  })

  it.each([
    ['', ''],
    [', while an exit would take for ever', `process.on('exit', () => { for (;;); })`],
    [', while closing its files takes for ever', CLOSE_BLOCKS],
  ])('ends with the process that started it, though that one is killed%s', async (_, module) => {
    loadFirst(module)
    const owner = spawn(
      process.execPath,
      [fileURLToPath(new URL('testing/engine-owner.ts', import.meta.url)), directory],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    onTestFinished(() => void owner.kill('SIGKILL'))
    const [line] = (await once(owner.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(isRunning(pid)).toBe(true)
    owner.kill('SIGKILL')
    // It waits for the directory.
    const next = await startEngine(directory)
    expect(await run(next, 'SELECT 1')).toBe('1')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await next.stop()
  })

  it('has its directory for itself', async () => {
    const first = await startEngine(directory)
    onTestFinished(() => first.stop())
    await expect(startEngine(directory, { waitForLockMs: 0 })).rejects.toMatchObject({
      code: 'clickhouse_engine_failed',
      message: expect.stringContaining('Another server instance in same directory is already running'),
    })
    expect(await run(first, 'SELECT 1')).toBe('1')
  })

  it('keeps what is written to its standard output out of results', async () => {
    loadFirst(`setInterval(() => console.log('noise '.repeat(5_000)), 1).unref()`)
    const lines: string[] = []
    const log = createLogger('debug', { to: { write: (line) => void lines.push(line) } })
    const engine = await startEngine(directory, { log })
    onTestFinished(() => engine.stop())
    await expect.poll(() => lines.length).toBeGreaterThan(100)
    const rows = Array.from({ length: 100_000 }, (_, i) => i).join('\n')
    expect(await run(engine, 'SELECT number FROM numbers(100000)')).toBe(rows)
  })

  it('says what to do where it is not installed', async () => {
    loadFirst(`import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => next(name === 'chdb' ? 'chdb-absent' : name, context) })`)
    await expect(startEngine(directory)).rejects.toThrow('set CLICKHOUSE_URL to use a server')
  })
})
