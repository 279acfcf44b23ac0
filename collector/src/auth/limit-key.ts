import { createHmac } from 'node:crypto'
import { loadSecretKey } from './secret-key.ts'

/** Turns what a limit is about into 32 bytes that tell nothing about it without the key. */
export type LimitKey = (subject: string) => Buffer

/** Whoever has a copy of the database alone cannot try all addresses against its limits. */
export async function loadLimitKey(directory: string): Promise<LimitKey> {
  const secret = await loadSecretKey(directory, 'limits.key', 'attempts until then count no more')
  return (subject) => createHmac('sha256', secret).update(subject).digest()
}
