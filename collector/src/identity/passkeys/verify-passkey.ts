import { type PasskeyAssertion, PasskeyRequestOptions } from '@half-measure/shared/auth/passkey.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../../database/schema/database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { recordAudit } from '../audit-log.ts'
import type { Principal } from '../authenticate.ts'
import { passkeyChallengeExpired, passkeyRefused } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { attemptFactor, passFactor, type VerifiedFactor } from '../second-factors/attempt-factor.ts'
import {
  CHALLENGE_MS,
  type AnsweredChallenge,
  type ChallengeFor,
  useChallenge,
} from './passkey-challenges.ts'
import { listCredentials, relyingParty, userHandleOf } from './register-passkey.ts'

type Passkey = Selectable<Database['passkeys']>

/** Options for signing in with a passkey: the same for everybody, so they reveal nothing about accounts. */
export async function signInOptions(
  identity: Pick<Identity, 'challenges' | 'dashboard'>,
): Promise<PasskeyRequestOptions> {
  return requestOptions(identity, { purpose: 'sign_in' }, [])
}

/** Options for verifying one of the account's passkeys, as a second factor or for re-authentication. */
export async function verificationOptions(
  identity: Pick<Identity, 'db' | 'challenges' | 'dashboard'>,
  { userId, sessionId }: Principal,
): Promise<PasskeyRequestOptions> {
  const allowed = await listCredentials(identity.db, userId)
  return requestOptions(identity, { purpose: 'verification', sessionId }, allowed)
}

/**
 * Verifies a passkey as the second factor: an `aal2` session replaces this one.
 *
 * @throws {ApiError} as `assertOwnPasskey`.
 */
export async function verifyPasskey(
  identity: Identity,
  principal: Principal,
  assertion: PasskeyAssertion,
  clientAddress: string,
): Promise<VerifiedFactor> {
  const own = ownResponse(identity, principal, assertion)
  return attemptFactor(identity, principal, clientAddress, byPasskey, async (trx, at) => {
    const checked = await checkPasskey(trx, identity, own, at)
    if (checked instanceof ApiError) return checked
    return passFactor(trx, identity, principal, { factor_id: checked.id, ...byPasskey }, at)
  })
}

/**
 * Verifies one of the account's passkeys, in a session that has passed a second factor already.
 *
 * @throws {ApiError} 400 `passkey_not_registered` or `passkey_refused`; 422 `passkey_challenge_expired` or
 * `passkey_counter_regressed`; 429 `over_request_rate_limit`.
 */
export async function assertOwnPasskey(
  identity: Identity,
  principal: Principal,
  assertion: PasskeyAssertion,
  clientAddress: string,
): Promise<void> {
  const own = ownResponse(identity, principal, assertion)
  await attemptFactor(identity, principal, clientAddress, byPasskey, (trx, at) =>
    checkPasskey(trx, identity, own, at),
  )
}

/** An assertion whose challenge is ours, for this purpose. */
interface PasskeyResponse {
  readonly assertion: PasskeyAssertion
  readonly challenge: AnsweredChallenge
  /** The account that must own the passkey; undefined at sign-in, where the passkey tells. */
  readonly userId?: string
}

/**
 * Checks an assertion: an unused challenge, the dashboard's origin, a verified user, the signature of a known
 * passkey, and an increased counter.
 *
 * @returns the passkey, or the refusal, which the caller counts.
 */
export async function checkPasskey(
  trx: Db,
  identity: Pick<Identity, 'dashboard' | 'log'>,
  { assertion, challenge, userId }: PasskeyResponse,
  at: Date,
): Promise<Passkey | ApiError> {
  const { userHandle } = assertion.response
  if (!(await useChallenge(trx, challenge, at))) return passkeyChallengeExpired()
  // Locked, so that the second of two assertions with the same counter sees the first.
  const passkey = await trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', assertion.id)
    .forUpdate()
    .executeTakeFirst()
  // The same for passkeys that were removed, belong to another account or never existed.
  if (!passkey || (userId !== undefined && passkey.user_id !== userId))
    return new ApiError(
      400,
      'passkey_not_registered',
      'This passkey is not registered, or was removed. Please sign in another way.',
    )
  // Authenticators may omit the user handle if they were told which passkeys to use.
  const names = userHandle ?? (userId === undefined ? '' : userHandleOf(userId).toString('base64url'))
  if (names !== userHandleOf(passkey.user_id).toString('base64url')) return passkeyRefused()
  const counter = await verifySignature(identity, passkey, assertion, challenge)
  if (counter === undefined) return passkeyRefused()
  const previous = Number(passkey.counter)
  if ((counter > 0 || previous > 0) && counter <= previous) {
    await recordAudit(trx, at, passkey.user_id, {
      event: 'passkey_counter_regressed',
      details: { factor_id: passkey.id, previous, counter },
    })
    return new ApiError(
      422,
      'passkey_counter_regressed',
      'This passkey may have been copied, so it was refused. Sign in another way, then remove it.',
    )
  }
  await trx.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', passkey.id).execute()
  return passkey
}

const byPasskey = { factor_type: 'passkey' } as const

/** @throws {ApiError} 422 `passkey_challenge_expired`. */
function ownResponse(
  { challenges }: Pick<Identity, 'challenges'>,
  { userId, sessionId }: Principal,
  assertion: PasskeyAssertion,
): PasskeyResponse {
  const { clientDataJSON } = assertion.response
  return {
    assertion,
    challenge: challenges.read(clientDataJSON, { purpose: 'verification', sessionId }),
    userId,
  }
}

async function requestOptions(
  { challenges, dashboard }: Pick<Identity, 'challenges' | 'dashboard'>,
  purpose: ChallengeFor,
  allowCredentials: Awaited<ReturnType<typeof listCredentials>>,
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(dashboard).id,
    challenge: challenges.issue(purpose),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
  })
  return PasskeyRequestOptions.parse(options)
}

/** @returns the authenticator's counter; undefined if the signature or the signed data is not as expected. */
async function verifySignature(
  { dashboard, log }: Pick<Identity, 'dashboard' | 'log'>,
  passkey: Passkey,
  { response, ...assertion }: PasskeyAssertion,
  challenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, origin } = relyingParty(dashboard)
  const { clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // The caller checks the counter, after the signature.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (err) {
    log.info({ err }, 'a passkey was refused')
    return undefined
  }
}
