import {
  type NewPasskey,
  PasskeyCreationOptions,
  type PasskeyRegistration,
} from '@half-measure/shared/auth/passkey.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Db } from '../../database/schema/database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertAal2, type Principal } from '../authenticate.ts'
import { passkeyChallengeExpired, passkeyRefused } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { completeFactor, passFactor, type VerifiedFactor } from '../second-factors/attempt-factor.ts'
import { assertFactorsLeft } from '../second-factors/factors.ts'
import { CHALLENGE_MS, useChallenge } from './passkey-challenges.ts'

/** EdDSA, ES256 and RS256: the algorithms of authenticators. The runtime could verify more. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Options for creating a passkey: discoverable, so that it signs in without an address, and with the user verified by
 * PIN or biometric, so that it is two factors by itself.
 *
 * @throws {ApiError} 403 `insufficient_aal`; 422 `too_many_enrolled_mfa_factors`.
 */
export async function registrationOptions(
  { db, challenges, dashboard }: Pick<Identity, 'db' | 'challenges' | 'dashboard'>,
  principal: Principal,
): Promise<PasskeyCreationOptions> {
  const { userId, email, sessionId } = principal
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  await assertFactorsLeft(db, userId)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const { id, name } = relyingParty(dashboard)
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    challenge: challenges.issue({ purpose: 'registration', sessionId }),
    userID: userHandleOf(userId),
    userName: email,
    userDisplayName: email,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await listCredentials(db, userId),
  })
  return PasskeyCreationOptions.parse(options)
}

/**
 * Adds a passkey. Its owner was verified just now, so an `aal2` session replaces this one.
 *
 * @throws {ApiError} 403 `insufficient_aal`; 422 `passkey_challenge_expired`, `passkey_exists` or
 * `too_many_enrolled_mfa_factors`; 400 `passkey_refused`.
 */
export async function registerPasskey(
  identity: Identity,
  principal: Principal,
  { friendly_name, credential }: NewPasskey,
): Promise<VerifiedFactor> {
  const { userId, sessionId } = principal
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  const { clientDataJSON, transports = [] } = credential.response
  const challenge = identity.challenges.read(clientDataJSON, { purpose: 'registration', sessionId })
  const registered = await identity.db.transaction().execute(async (trx) => {
    const at = identity.now()
    if (!(await useChallenge(trx, challenge, at))) return passkeyChallengeExpired()
    await assertFactorsLeft(trx, userId)
    const verified = await verifyRegistration(identity, credential, challenge)
    if (!verified) return passkeyRefused()
    const inserted = await trx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        friendly_name,
        credential_id: verified.id,
        public_key: Buffer.from(verified.publicKey),
        counter: verified.counter,
        transports,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return new ApiError(422, 'passkey_exists', 'This passkey is registered already')
    const details = { factor_id: inserted.id, factor_type: 'passkey' } as const
    const recoveryCodes = await completeFactor(trx, identity, principal, details, at)
    return { recoveryCodes, ...(await passFactor(trx, identity, principal, details, at)) }
  })
  // Thrown here, so that the challenge stays used.
  if (registered instanceof ApiError) throw registered
  return registered
}

/** The account's passkeys as credential descriptors. */
export async function listCredentials(
  db: Db,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ credential_id: id, transports }) => ({ id, transports }))
}

/** Undefined if the new credential is not as requested. */
async function verifyRegistration(
  { dashboard, log }: Pick<Identity, 'dashboard' | 'log'>,
  { response, ...credential }: PasskeyRegistration,
  challenge: string,
): Promise<WebAuthnCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { id, origin } = relyingParty(dashboard)
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential
  } catch (err) {
    log.info({ err }, 'a new passkey was refused')
    return undefined
  }
}

/** The dashboard at its configured origin, whatever a request says. Browsers bind passkeys to `id`. */
export function relyingParty(dashboard: string) {
  const { hostname, origin } = new URL(dashboard)
  return { id: hostname, name: publication.name, origin }
}

/** The WebAuthn user handle of an account. */
export function userHandleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
