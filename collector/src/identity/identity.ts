import { createHmac } from 'node:crypto'
import type { Db } from '../database/schema/database.ts'
import { loadSecretKey } from '../platform/key-file.ts'
import type { Logger } from '../platform/logger.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts'
import { recordAudit } from './audit-log.ts'
import { type KnownDevices, loadKnownDevices } from './known-devices.ts'
import { loadOutbox, type Outbox } from '../email/outbox.ts'
import { loadPasskeyChallenges, type PasskeyChallenges } from './passkeys/passkey-challenges.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createRefusalRecorder, type RecordRefusal } from './record-refusal.ts'
import { type FactorSecrets, loadFactorSecrets } from './second-factors/factor-secrets.ts'
import { loadSignInFlows, type SignInFlows } from './single-sign-on/flow.ts'
import { loadSigningKeys, type SigningKeys } from './signing-keys.ts'

/** Dependencies of accounts, sessions and administrators. Each function names those it needs. */
export interface Identity {
  readonly db: Db
  /** For public routes, see `Postgres`. */
  readonly publicDb: Db
  readonly now: () => Date
  readonly log: Logger
  /** Origin of the dashboard, which mailed links open. */
  readonly dashboard: string
  /** For every administrator, by configuration. */
  readonly requireSecondFactor: boolean
  readonly outbox: Outbox
  readonly keys: SigningKeys
  readonly accessTokens: AccessTokens
  readonly nextRefreshToken: NextRefreshToken
  readonly devices: KnownDevices
  readonly challenges: PasskeyChallenges
  readonly flows: SignInFlows
  readonly limits: AttemptLimits
  readonly factorSecrets: FactorSecrets
  readonly passwords: Passwords
  readonly recordRefusal: RecordRefusal
}

/**
 * Loads the keys, creating them at the first start. Does not use the database.
 *
 * @throws {KeyFileError} where a key file cannot be used.
 */
export async function openIdentity(
  db: Db,
  {
    keysDir,
    dashboard,
    requireSecondFactor,
    log,
    now = () => new Date(),
    passwords = createPasswords(),
    outbox,
    publicDb = db,
  }: Pick<Identity, 'dashboard' | 'requireSecondFactor' | 'log'> &
    Partial<Pick<Identity, 'now' | 'passwords' | 'outbox' | 'publicDb'>> & { readonly keysDir: string },
): Promise<Identity> {
  const keys = await loadSigningKeys(keysDir, now)
  return {
    db,
    publicDb,
    now,
    log,
    dashboard,
    requireSecondFactor,
    outbox: outbox ?? (await loadOutbox(keysDir)),
    keys,
    accessTokens: createAccessTokens(keys, dashboard, now),
    nextRefreshToken: await loadNextRefreshToken(keysDir),
    devices: await loadKnownDevices(keysDir),
    challenges: await loadPasskeyChallenges(keysDir, now),
    flows: await loadSignInFlows(keysDir, now),
    limits: await createAttemptLimits(keysDir, now),
    factorSecrets: await loadFactorSecrets(keysDir),
    passwords,
    recordRefusal: createRefusalRecorder({ db: publicDb, now, log }),
  }
}

/** Creates a new signing key; the old one verifies until its tokens have expired. @returns its id. */
export async function rotateSigningKey({
  db,
  keys,
  now,
}: Pick<Identity, 'db' | 'keys' | 'now'>): Promise<string> {
  const kid = await keys.rotate()
  await recordAudit(db, now(), null, { event: 'signing_key_rotated', details: { kid } })
  return kid
}

/** Derives a refresh token's successor, always the same. */
export type NextRefreshToken = (token: string) => string

/**
 * Successors are derived with a key, so that two exchanges of one token within the grace get the same one: the
 * session stays one chain, and a quick thief is found out at the next exchange.
 *
 * @throws {KeyFileError}
 */
async function loadNextRefreshToken(keysDir: string): Promise<NextRefreshToken> {
  const key = await loadSecretKey(keysDir, 'refresh.key', 'sessions go on with the tokens they have')
  return (token) => createHmac('sha256', key).update(token).digest('base64url')
}
