import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openContext } from '../src/stack/context.ts'
import { createLogger } from '../src/platform/logger.ts'
import { backUp } from '../src/operations/backup/back-up.ts'
import { erasedPeople, rememberErasedPerson } from '../src/operations/erased-people.ts'
import { restoreStack } from '../src/operations/backup/restore-stack.ts'
import { putMigratedDatabase } from './postgres/migrated-database.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'
import { configOf, takeSession, untilNothingIsPending } from './take-session.ts'

const ERASED = 'session_1763632800000_herehere'
const log = createLogger('silent')
const progress = () => {}

it('a backup contains erasure requests, and its restore carries them out, with later ones of a proof of consent', async () => {
  const directory = temporaryDirectory()
  const [dataDir, backup] = [join(directory, 'data'), join(directory, 'backup.tar')]
  await putMigratedDatabase(join(dataDir, 'postgres'))
  const first = await openContext(configOf(dataDir), log)
  for (const session of [ERASED, 'session_1763632800000_remembered']) await takeSession(first, session)
  await untilNothingIsPending(first)
  const { reconciliation } = first.events
  const whilePaused = reconciliation.whilePaused.bind(reconciliation)
  vi.spyOn(reconciliation, 'whilePaused').mockImplementation((task) =>
    whilePaused(async (lease) => {
      await reconciliation.erasures.request(ERASED)
      return task(lease)
    }),
  )
  const consent = { id: 'a-proof-of-consent', version: '2026-11', granted_at: new Date() }
  await first.postgres.db.insertInto('consent_records').values(consent).execute()
  await backUp(first, backup, null, progress)
  await rememberErasedPerson(first.config, 'consents', consent.id)
  const consents = await erasedPeople(first.config, 'consents')
  await first.close()

  const erasures = { sessions: [], addresses: [], consents }
  const restored = await restoreStack(
    configOf(join(directory, 'restored')),
    backup,
    null,
    erasures,
    log,
    progress,
  )
  expect(restored).toMatchObject({
    consents_erased_again: 1,
    report: { accepted: 14, stored: 7, erased: 7 },
  })
})
