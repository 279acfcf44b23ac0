import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aBeacon, aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { CollectorProcess } from './faults/harness/collector-process.ts'
import { overHttp } from './faults/harness/load-driver.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { runCommand } from './run-command.ts'

describe("the operator's commands", () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = join(temporaryDirectory(), 'data')
    await putMigratedDatabase(join(dataDir, 'postgres'))
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

  it('print their usage when called incorrectly', async () => {
    await expect(operate('erase')).rejects.toThrow('npm run erase -- --session <session id>')
    await expect(operate('erase', '--session', 'nobody')).rejects.toThrow('session_<milliseconds>_<random>')
    await expect(operate('dance')).rejects.toThrow('Usage:')
  })
})
