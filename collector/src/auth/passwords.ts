import { hash, verify } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { tooBusy, weakPassword } from './auth-errors.ts'
import { createGate } from './gate.ts'
import { weaknessesOf } from './password-rules.ts'

/** OWASP's first choice for argon2id (the package's default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes threads of the pool that also syncs the event log to disk. Two of its four at most, so that no
 * flood of sign-ins can hold up an event.
 */
const gate = createGate({ atOnce: 2, waiting: 100, refuse: tooBusy })

/** Verified against where there is no account, so that both cases take the same time. */
const nobodysHash = hash(randomUUID(), cost)

/** @throws {ApiError} 422 `weak_password` with `details.reasons`. */
export function assertStrongPassword(password: string): void {
  const reasons = weaknessesOf(password)
  if (reasons.length > 0) throw weakPassword(reasons)
}

/** @returns argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => hash(password, cost))
}

/** False, after the same work, where there is no hash to compare with. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobodysHash)
  const matches = await gate.run(() => verify(against, password))
  return matches && passwordHash !== undefined
}
