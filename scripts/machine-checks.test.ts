import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockDataDirectory } from '../collector/src/platform/data-directory-lock.ts'
import {
  checkClock,
  checkDataDirectory,
  checkDisk,
  checkEngine,
  checkPorts,
  describeFinding,
} from './machine-checks.ts'
import { pendingMigrations, recordSchema } from './schema-record.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'machine-checks-'))
  return () => rmSync(directory, { recursive: true })
})

describe('a port', () => {
  it('is reported with the process that has it, and the variable that avoids it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const [site, dashboard] = await checkPorts({ host: '127.0.0.1', port, dashboardPort: 1 })
    expect(site && describeFinding(site)).toMatch(
      new RegExp(
        String.raw`^✗ Port ${port}: taken by .*\(process ${process.pid}\)\. Stop it, or set PORT\.$`,
      ),
    )
    expect(dashboard?.subject).toBe('Port 1')
  })

  it('is reported where the host is none of this machine', async () => {
    // An address for documentation, RFC 5737.
    const [site] = await checkPorts({ host: '192.0.2.1', port: 8080, dashboardPort: 8081 })
    expect(site).toMatchObject({ ok: false, detail: '192.0.2.1 refuses it (EADDRNOTAVAIL)' })
  })
})

describe('a data directory', () => {
  it('is fine where there is none yet, and after this version wrote it', async () => {
    expect(await checkDataDirectory(join(directory, 'not/yet'))).toMatchObject({ ok: true })
    await recordSchema(directory)
    expect(await checkDataDirectory(directory)).toMatchObject({ ok: true })
  })

  it('of a newer version is refused, with the way out', async () => {
    writeFileSync(join(directory, 'schema.json'), '{"9999_tomorrow.sql":"abc"}')
    const finding = describeFinding(await checkDataDirectory(directory))
    expect(finding).toContain('was written by another version, whose migrations differ: 9999_tomorrow.sql')
    expect(finding).toContain('restore a backup')
  })

  it('of an older version is fine, and the migrations that it needs are known', async () => {
    expect(await pendingMigrations(directory)).toEqual([])
    writeFileSync(join(directory, 'schema.json'), '{}')
    expect(await pendingMigrations(directory)).toEqual([])
    await recordSchema(directory)
    const record = JSON.parse(readFileSync(join(directory, 'schema.json'), 'utf8')) as Record<string, string>
    const [[newest] = [], ...older] = Object.entries(record).toReversed()
    writeFileSync(join(directory, 'schema.json'), JSON.stringify(Object.fromEntries(older)))
    expect(await checkDataDirectory(directory)).toMatchObject({ ok: true })
    expect(await pendingMigrations(directory)).toEqual([newest])
  })

  it('that is a file is refused, and half a schema record counts as none', async () => {
    const file = join(directory, 'schema.json')
    writeFileSync(file, '{"0001_base')
    expect(await checkDataDirectory(directory)).toMatchObject({ ok: true })
    expect(describeFinding(await checkDataDirectory(file))).toContain(`${file} is not a writable directory`)
  })

  it.each([
    ['data', 'restore.unfinished'],
    ['a. b', 'restore.parts'],
  ])(
    'in which a restore was interrupted is refused as a start refuses it, with the way out: %s with %s',
    async (name, left) => {
      const dataDir = join(directory, name)
      mkdirSync(join(dataDir, left), { recursive: true })
      expect(await checkDataDirectory(dataDir)).toEqual({
        subject: 'Data',
        ok: false,
        detail: `A restore into ${dataDir} was interrupted, so the data is incomplete`,
        remedy: 'Empty the data directory and both databases, and restore again.',
      })
    },
  )

  it.each(['data', 'a. b'])('that a stack runs on is refused, naming the process: %s', async (name) => {
    const dataDir = join(directory, name)
    const lock = await lockDataDirectory(dataDir)
    const found = describeFinding(await checkDataDirectory(dataDir))
    expect(found).toContain(`${dataDir} is in use by process ${process.pid}, since`)
    lock.release()
    expect(await checkDataDirectory(dataDir)).toMatchObject({ ok: true })
  })
})

describe('a disk', () => {
  it('with less than the minimum is refused', async () => {
    expect(await checkDisk(directory, 1)).toMatchObject({ ok: true })
    expect(await checkDisk(join(directory, 'not/yet'), 2 ** 60)).toMatchObject({ ok: false })
  })
})

describe('ClickHouse', () => {
  it('is the embedded engine, a container, or a configured server; else there are two ways out', async () => {
    expect(await checkEngine('embedded', async () => ({ kind: 'process' }))).toMatchObject({ ok: true })
    const container = { kind: 'container', engine: 'podman' } as const
    expect(describeFinding(await checkEngine('embedded', async () => container))).toContain('podman')
    const none = { kind: 'none', message: 'Neither. Install one, or set CLICKHOUSE_URL' } as const
    expect(await checkEngine('server', async () => none)).toMatchObject({ ok: true })
    expect(describeFinding(await checkEngine('embedded', async () => none))).toBe(
      '✗ ClickHouse: Neither. Install one, or set CLICKHOUSE_URL',
    )
  })
})

describe('a clock', () => {
  it('that lies behind the stored events is reported', async () => {
    mkdirSync(join(directory, 'spool'))
    writeFileSync(join(directory, 'spool/segment'), '')
    expect(await checkClock(directory)).toMatchObject({ ok: true })
    expect(await checkClock(directory, Date.now() - 86_400_000)).toMatchObject({ ok: false })
  })
})
