import { createAuth, type Auth } from '../../src/auth/auth.ts'
import type { Config } from '../../src/config/config.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { Postgres } from '../../src/database/open-postgres.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export const owner = { email: 'owner@halfmeasure.test', password: 'a long and private one' }

export type AuthConfig = Pick<Config, 'admin' | 'origins' | 'keysDir' | 'listen'>

/** The settings of a deployment over https, unless a test says otherwise. */
export function authConfig(overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    admin: { ...owner, demo: false },
    origins: {
      site: 'https://halfmeasure.test',
      dashboard: 'https://admin.halfmeasure.test',
      loopbackAliases: false,
    },
    listen: { host: '127.0.0.1', port: 8080, dashboardPort: 8081 },
    keysDir: temporaryDirectory(),
    ...overrides,
  }
}

export function createTestAuth(db: Postgres['db'], now: () => Date, config = authConfig()): Promise<Auth> {
  return createAuth({ db, config, log: createLogger('silent'), now })
}

/** The events written down, oldest first. */
export async function auditedEvents(db: Postgres['db']): Promise<string[]> {
  const rows = await db.selectFrom('audit_log').select('event').orderBy('id').execute()
  return rows.map((row) => row.event)
}
