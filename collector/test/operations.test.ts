import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseErasures } from '../src/operations/erasure-list.ts'
import { Ledger } from '../src/reconciliation/ledger.ts'
import { CollectorProcess } from './faults/harness/collector-process.ts'
import { overHttp } from './faults/harness/load-driver.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { runCommand, runCommandWithInput } from './run-command.ts'

const ROOT = join(import.meta.dirname, '../..')

describe("the operator's commands", () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = join(temporaryDirectory(), 'data')
    await putMigratedDatabase(join(dataDir, 'postgres'))
    await Ledger.open(join(dataDir, 'ledger'))
  })

  const operate = (...args: string[]) => runCommand('operate.ts', dataDir, ...args)

  it('work with and without a running stack on the same data', async () => {
    const collector = await CollectorProcess.start(dataDir)
    const beacon = aBeacon({ events: [aPageView(), aPageView(), aClick()] })
    expect(await overHttp(collector.site)(beacon)).toMatchObject({ accepted: 3 })

    await expect.poll(() => operate('delivery')).toMatchObject({ stored: 3, pending: 0 })
    expect(await operate('reconcile')).toMatchObject({ ok: true })
    expect(await operate('erase', '--session', beacon.session_id)).toEqual({ erased: beacon.session_id })
    expect(await operate('delivery')).toMatchObject({ accepted: 3, stored: 0, erased: 3 })

    expect(await collector.stop()).toMatchObject({ code: 0 })

    expect(await operate('reconcile')).toMatchObject({ ok: true })
    expect(await operate('spool', 'inspect')).toMatchObject({ totals: { accepted: 3 }, pending: { rows: 0 } })
    expect(await operate('replay')).toEqual({ read: 0, inserted: 0 })
    expect(await operate('admin', 'list')).toMatchObject([{ email: 'admin@halfmeasure.test' }])
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'collector/bin/operate.ts'), 'admin', 'revoke', '--email', 'admin@halfmeasure.test'],
      { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' } },
    )
    expect(stderr).toContain('No owner has access now; create one: admin create')
  })

  it('fail with the reason if the data cannot be opened, and work once it can', async () => {
    await operate('delivery')
    const ledger = join(dataDir, 'ledger/ledger.json')
    const text = await readFile(ledger)
    await writeFile(ledger, 'torn')
    await expect(operate('delivery')).rejects.toThrow('is not readable; restore it from a backup')
    await writeFile(ledger, text)
    expect(await operate('delivery')).toMatchObject({ accepted: 0, stored: 0 })
  })

  it('refuse a data directory without a stack instead of creating one there', async () => {
    const elsewhere = join(temporaryDirectory(), 'elsewhere')
    for (const command of [['delivery'], ['erase', '--email', 'reader@example.org'], ['erasures']])
      await expect(runCommand('operate.ts', elsewhere, ...command)).rejects.toThrow(
        `There is no stack in ${elsewhere}; set DATA_DIR to its data directory.`,
      )
    expect(existsSync(elsewhere)).toBe(false)
    await putMigratedDatabase(join(elsewhere, 'postgres'))
    const created = ['admin', 'create', '--email', 'second@example.org']
    expect(await runCommandWithInput('operate.ts', elsewhere, 'a private one', ...created)).toEqual({
      created: 'second@example.org',
    })
    expect(await runCommand('operate.ts', elsewhere, 'delivery')).toMatchObject({ accepted: 0 })
  })

  it('print their usage when called incorrectly, and ask for no password before', async () => {
    await Promise.all([
      expect(operate('erase')).rejects.toThrow(
        /^Name one of --session and --email\.\nUsage:\n.* erase \(--session/m,
      ),
      expect(operate('export', 'x', '--from', '23/11/2026', '--to', '2026-11-24')).rejects.toThrow(
        /^--from: a day, such as 2026-11-30\.\nUsage:/m,
      ),
      expect(operate('admin', 'create', '--email', 'nobody')).rejects.toThrow(
        /^--email: an email address\.\nUsage:/m,
      ),
    ])
  })

  it('write a list of erasures that a restore reads, with the banner of npm or without', async () => {
    await operate('erase', '--email', 'reader@example.org')
    const output = async (...options: string[]) => {
      const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
      return (await promisify(execFile)('npm', ['run', 'erasures', ...options], { cwd: ROOT, env })).stdout
    }
    const list = { sessions: [], addresses: [expect.anything()], consents: [] }
    expect(JSON.parse(await output('--silent'))).toEqual(list)
    expect(parseErasures(await output())).toEqual(list)
    expect(() => parseErasures('Gave up.')).toThrow('is no list of erasures')
    for (const nothing of ['', '\n'])
      expect(() => parseErasures(nothing)).toThrow('is empty, as an export that failed leaves it')
    expect(parseErasures('{"sessions":[]}')).toEqual({ sessions: [], addresses: [], consents: [] })
    const digest = 'a'.repeat(64)
    expect(parseErasures(`\n${digest}\n`).sessions).toEqual([digest])
  })

  it('write synthetic traffic into a stack for other machines only on request', async () => {
    const seed = (...options: string[]) => operate('seed', '--sessions', '20', '--days', '1', ...options)
    vi.stubEnv('SITE_ORIGIN', 'https://halfmeasure.example')
    vi.stubEnv('ADMIN_PASSWORD', 'a long and private one')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(seed()).rejects.toThrow('https://halfmeasure.example')
    expect(await operate('delivery')).toMatchObject({ accepted: 0, stored: 0 })
    expect(await seed('--production')).toMatchObject({ outcome: 'written' })
  })
})

describe('other programs', () => {
  it('never overwrite a key', async () => {
    const key = join(temporaryDirectory(), 'key.txt')
    await writeFile(key, 'mine')
    const program = join(ROOT, 'collector/bin/backup-key.ts')
    await expect(promisify(execFile)(process.execPath, [program, key])).rejects.toThrow(
      `${key} exists. Nothing was written; name another file.`,
    )
    expect(await readFile(key, 'utf8')).toBe('mine')
  })

  it.each(['../collector/bin/backup-key.ts', 'sbom.ts'])('write no file for --help: %s', async (program) => {
    const cwd = temporaryDirectory()
    const path = join(ROOT, 'scripts', program)
    const { stdout } = await promisify(execFile)(process.execPath, [path, '--help'], { cwd })
    expect(stdout).toMatch(/^Usage:\n/)
    expect(await readdir(cwd)).toEqual([])
  })
})
