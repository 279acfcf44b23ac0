import { commonPasswords } from './common-passwords.ts'

/** `pwned`: on lists of leaked passwords, as it is or with digits and signs after it. */
export type WeakPasswordReason = 'length' | 'pwned'

/** Characters as people count them. */
export const MIN_PASSWORD_LENGTH = 8

/** Why a password is weak. Its mix of characters does not matter. */
export function weaknessesOf(password: string): WeakPasswordReason[] {
  const reasons: WeakPasswordReason[] = []
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) reasons.push('length')
  if (isCommon(password)) reasons.push('pwned')
  return reasons
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const stem = plain.replace(/[^\p{L}]+$/u, '')
  return commonPasswords.has(plain) || commonPasswords.has(stem) || /^(.{1,4})\1+$/u.test(plain)
}
