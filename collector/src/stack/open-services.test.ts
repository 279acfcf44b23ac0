import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noPostgresServer } from '../../test/postgres/postgres-server.ts'
import { createServerDatabase } from '../../test/postgres/server-database.ts'
import { temporaryDirectory } from '../../test/postgres/temporary-directory.ts'
import { toConfig } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { createLogger } from '../platform/logger.ts'
import { openServices } from './open-services.ts'
import { openPostgres } from '../database/open-postgres.ts'

const note = noPostgresServer === undefined ? '' : ` (skipped: ${noPostgresServer})`

describe.skipIf(noPostgresServer !== undefined)(`what PostgreSQL stores, on a server${note}`, () => {
  it('does not mistake a key that cannot be written for an unavailable database', async () => {
    const database = await createServerDatabase('empty')
    onTestFinished(() => database.drop())
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'keys'), 'in the way of a directory')
    const config = toConfig(
      readEnv({
        DATA_DIR: directory,
        DATABASE_URL: database.url,
        ADMIN_PASSWORD: 'a long and private one',
      }),
    )
    const postgres = await openPostgres(config.postgres)
    onTestFinished(() => postgres.close())
    await expect(
      openServices(config, postgres, createLogger('silent'), { sendsMail: true }),
    ).rejects.toMatchObject({
      code: 'EEXIST',
    })
  })
})
