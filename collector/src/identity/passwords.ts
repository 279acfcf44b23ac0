import { hash, type Options, verify } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { ApiError } from '../platform/api-error.ts'
import { KeyedSemaphore } from '../platform/keyed-semaphore.ts'
import { MIN_PASSWORD_LENGTH, weaknessesOf } from './password-rules.ts'

/** OWASP's first choice for argon2id (the package's default variant): 19 MiB, two passes, one lane. */
const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/**
 * Hashing occupies threads of the pool that also syncs the event log to disk. It gets two at most, so that no flood
 * of sign-ins can hold up an event.
 */
const MAX_CONCURRENT = 2
const MAX_WAITING = 100

export type Passwords = ReturnType<typeof createPasswords>

/** @param cost of new hashes. Tests that are not about hashing make it cheap. */
export function createPasswords(cost: Options = OWASP_COST) {
  const semaphore = new KeyedSemaphore(
    { running: MAX_CONCURRENT, waiting: MAX_WAITING },
    () =>
      new ApiError(503, 'over_capacity', 'Too many people are signing in at the moment. Please try again.', {
        retryAfter: 5,
      }),
  )
  const run = <T>(work: () => Promise<T>) => semaphore.run('', undefined, work)
  /** Verified against where there is no account, so that both cases take the same time. */
  const nobodysHash = hash(randomUUID(), cost)
  /** @returns argon2id in PHC form. @throws {ApiError} 503 `over_capacity`. */
  const hashed = (password: string) => run(() => hash(password, cost))
  return {
    hash: hashed,
    /** Of a password that nobody knows: for an account that is opened in another way. @throws as `hash`. */
    hashOfUnknown: () => hashed(randomUUID()),
    /** False without a hash to compare with, after the same work. @throws {ApiError} 503 `over_capacity`. */
    async matches(passwordHash: string | undefined, password: string) {
      const against = passwordHash ?? (await nobodysHash)
      const matches = await run(() => verify(against, password))
      return matches && passwordHash !== undefined
    },
  }
}

/** @throws {ApiError} 422 `weak_password` with `details.reasons`. */
export async function assertStrongPassword(password: string, email: string): Promise<void> {
  const reasons = await weaknessesOf(password, email)
  if (reasons.length > 0)
    throw new ApiError(
      422,
      'weak_password',
      reasons.includes('length')
        ? `The password is too short: it needs at least ${MIN_PASSWORD_LENGTH} characters`
        : 'The password is easily guessed: it is a common one, or follows a pattern',
      { details: { reasons } },
    )
}
