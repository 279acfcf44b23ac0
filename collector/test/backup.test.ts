import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../src/operations/backup/encryption.ts'
import { Admin } from './faults/harness/admin.ts'
import { CollectorProcess } from './faults/harness/collector-process.ts'
import { LoadDriver, overHttp } from './faults/harness/load-driver.ts'
import { aSession } from './faults/harness/session.ts'
import { until } from './faults/harness/until.ts'
import { ownDatabaseEnv } from './postgres/own-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { runCommand, runCommandWithInput } from './run-command.ts'

// Each test starts half a dozen processes with the embedded ClickHouse, and all but one use a PostgreSQL server if there
// is one: creating an embedded database takes longer than all else in a restore.

const editor = { email: 'editor@halfmeasure.test', password: 'a-password-of-its-own' }

let directory: string
let dataDir: string
let restoredDir: string
let backup: string
/** Where the stack and the restored one have their PostgreSQL. */
let database: Record<string, string>
let restoredDatabase: Record<string, string>

beforeEach(async () => {
  directory = temporaryDirectory()
  dataDir = join(directory, 'data')
  restoredDir = join(directory, 'restored')
  backup = join(directory, 'backup.tar')
  database = await ownDatabaseEnv()
  restoredDatabase = await ownDatabaseEnv('empty')
})

const start = () => CollectorProcess.start(dataDir, database)
const startRestored = () => CollectorProcess.start(restoredDir, restoredDatabase)
const onStack = () => ({ ...database, DATA_DIR: dataDir })
const onRestored = () => ({ ...restoredDatabase, DATA_DIR: restoredDir })
const operate = (...args: string[]) => runCommand('operate.ts', onStack(), ...args)
const restore = (...args: string[]) => runCommand('restore.ts', onRestored(), ...args)

async function writtenEmails(): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  return existsSync(outbox) ? (await readdir(outbox)).filter((name) => name.endsWith('.eml')) : []
}

describe('a backup made under load', () => {
  it('is restored into an empty stack with its delivery report, accounts and audience', async () => {
    const collector = await start()
    const driver = new LoadDriver({ oldSessions: false })
    await overHttp(collector.site)(aSession('session_1763632800000_erased'))
    await runCommandWithInput(
      'operate.ts',
      onStack(),
      editor.password,
      'admin',
      'create',
      '--email',
      editor.email,
    )
    await operate('erase', '--session', 'session_1763632800000_erased')
    await subscribe(collector.site, 'reader@example.org')

    const key = await createKey()
    driver.start(overHttp(collector.site))
    await until('there is load', () => driver.log.receipts.accepted > 50)
    const made = (await operate('backup', backup, '--recipient', key.recipient)) as {
      report: Record<string, number>
    }
    await sleep(300)
    await driver.stop()
    await collector.kill()
    expect(made.report['accepted']).toBeGreaterThan(50)
    expect(made.report['erased']).toBe(7)

    await expect(restore(backup)).rejects.toThrow(/encrypted: name the file with its key, --identity/)
    const identity = join(directory, 'key.txt')
    await writeFile(identity, key.file)
    const restored = await restore(backup, '--identity', identity)
    const { stored, pending, ...before } = made.report
    expect(restored['report']).toMatchObject({
      ...before,
      pending: 0,
      stored: (stored ?? 0) + (pending ?? 0),
    })

    const again = await startRestored()
    const admin = await Admin.signIn(again, editor)
    expect((await admin.reconcile()).ok).toBe(true)
    expect(await admin.delivery()).toMatchObject(before)
    // The window knows what the backup holds: nothing of it is counted twice.
    driver.start(overHttp(again.site))
    await sleep(300)
    await driver.stop()
    await driver.deliverRest(overHttp(again.site))
    await admin.idle()
    expect((await admin.reconcile()).ok).toBe(true)
    const subscribers = await again.stop().then(() => runCommand('operate.ts', onRestored(), 'admin', 'list'))
    expect(JSON.stringify(subscribers)).toContain(editor.email)
    expect(await readdir(join(restoredDir, 'keys'))).toEqual(await readdir(join(dataDir, 'keys')))
  })

  it('contains emails that were written to files; with an embedded PostgreSQL', async () => {
    database = restoredDatabase = {}
    const collector = await start()
    await subscribe(collector.site, 'reader@example.org')
    // Emails are sent after the response.
    await until('the email is written', async () => (await writtenEmails()).length > 0)
    await operate('backup', backup, '--unencrypted')
    await collector.stop()
    await restore(backup)
    expect(await readdir(join(restoredDir, 'outbox'))).toEqual(await writtenEmails())
  })
})

describe('an erasure after the backup', () => {
  it('survives the restore: its rows are removed again, and no more events of the session are accepted', async () => {
    const session = 'session_1763632800000_erased'
    const collector = await start()
    await overHttp(collector.site)(aSession(session))
    await overHttp(collector.site)(aSession('session_1763632800000_remembered'))
    await subscribe(collector.site, 'reader@example.org')
    await subscribe(collector.site, 'another@example.org')
    await operate('backup', backup, '--unencrypted')
    await operate('erase', '--session', session)
    await operate('erase', '--email', 'Reader@Example.org')
    const erasures = join(directory, 'erasures.json')
    await writeFile(erasures, JSON.stringify(await operate('erasures')))
    await collector.stop()
    for (const secret of [session, 'reader@'])
      expect((await readFile(erasures, 'utf8')).toLowerCase()).not.toContain(secret)

    const restored = await restore(backup, '--erasures', erasures)
    expect(restored).toMatchObject({
      erased_again: 1,
      addresses_erased_again: 1,
      report: { accepted: 14, stored: 7, erased: 7 },
    })
    // The next restore repeats them too.
    const remembered = await runCommand('operate.ts', onRestored(), 'erasures')
    expect(remembered).toEqual(JSON.parse(await readFile(erasures, 'utf8')))
    const again = await startRestored()
    expect(await overHttp(again.site)(aSession(session))).toMatchObject({ accepted: 0 })
    await again.stop()
  })

  it('also survives it with the lost stack’s list of erasures', async () => {
    const session = 'session_1763632800000_erased'
    const collector = await start()
    await overHttp(collector.site)(aSession(session))
    await operate('backup', backup, '--unencrypted')
    await operate('erase', '--session', session)
    await collector.kill()
    const restored = await restore(backup, '--erasures', join(dataDir, 'ledger/erased-sessions'))
    expect(restored).toMatchObject({ erased_again: 1, report: { accepted: 7, stored: 0, erased: 7 } })
  })
})

describe('a restore', () => {
  it('refuses a non-empty stack and a damaged, partial or newer backup, and changes nothing', async () => {
    const collector = await start()
    await overHttp(collector.site)(aSession('session_1763632800000_remembered'))
    await expect(operate('backup', backup)).rejects.toThrow(/Set BACKUP_RECIPIENT/)
    await operate('backup', backup, '--unencrypted')
    await expect(operate('backup', backup, '--unencrypted')).rejects.toThrow(/never replaces a file/)
    await collector.stop()
    await expect(runCommand('restore.ts', onStack(), backup)).rejects.toThrow(/is not empty/)

    const bytes = await readFile(backup)
    const other = join(directory, 'other.tar')
    // Behind the header of the member; and in the manifest, where a name is without the dot.
    const [log, manifest] = ['./data/spool/segment-', '"data/spool/segment-'] as const
    await writeFile(other, withOneBitChanged(bytes, bytes.indexOf(log) + 550))
    await expect(restore(other)).rejects.toThrow('1 files are not as they were, data/spool/segment-')
    await writeFile(other, withOneBitChanged(bytes, bytes.indexOf(manifest)))
    await expect(restore(other)).rejects.toThrow('The manifest of this backup cannot be read')
    await writeFile(other, bytes.subarray(0, bytes.length / 2))
    await expect(restore(other)).rejects.toThrow(/tar ended with|no manifest|The backup is damaged/)
    await writeFile(other, ofNewerVersion(bytes))
    await expect(restore(other)).rejects.toThrow('There is no ClickHouse migration')
    expect((await readdir(restoredDir)).filter((name) => !name.startsWith('lock'))).toEqual([])
    expect(await restore(backup)).toMatchObject({ report: { accepted: 7, stored: 7 } })
  })

  it('that is interrupted leaves a stack that refuses to start', async () => {
    const collector = await start()
    await collector.stop()
    await writeFile(join(dataDir, 'restore.unfinished'), 'x')
    await expect(operate('delivery')).rejects.toThrow(/was interrupted/)
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false)
  })
})

function withOneBitChanged(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return changed
}

/** The number of its newest migration is raised within the same length, so that the archive stays one. */
function ofNewerVersion(backup: Buffer): Buffer {
  return Buffer.from(backup.toString('latin1').replace(/"version": (\d)/, '"version":9$1'), 'latin1')
}

async function subscribe(site: string, email: string): Promise<void> {
  const response = await fetch(`${site}/api/newsletter`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, source: 'page' }),
  })
  expect(response.status).toBe(202)
}
