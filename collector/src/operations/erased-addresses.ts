import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { loadSecretKey } from '../platform/key-file.ts'
import { normaliseEmail } from '../identity/users.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/schema/database.ts'
import { nodeFileSystem } from '../spool/file-system.ts'

/** An erased address, as a keyed hash, which cannot be guessed without the key. */
export const ErasedAddress = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601. A later sign-up of the address is kept. */
  at: z.iso.datetime(),
})
export type ErasedAddress = z.infer<typeof ErasedAddress>

type Places = Pick<Config, 'dataDir' | 'keysDir'>

const listPath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'ledger', 'erased-addresses.json')

/** The key is created on first use, is part of every backup, and is never rotated. */
async function hashWith({ keysDir }: Pick<Config, 'keysDir'>): Promise<(address: string) => string> {
  const key = await loadSecretKey(
    keysDir,
    'erasures.key',
    'addresses erased until then are no longer known as such',
  )
  return (address) => createHmac('sha256', key).update(normaliseEmail(address)).digest('hex')
}

export async function erasedAddresses(config: Pick<Config, 'dataDir'>): Promise<ErasedAddress[]> {
  const names = await nodeFileSystem.list(join(config.dataDir, 'ledger')).catch((): string[] => [])
  if (!names.includes('erased-addresses.json')) return []
  return z.array(ErasedAddress).parse(JSON.parse((await nodeFileSystem.read(listPath(config))).toString()))
}

/** Resolves when it is on disk. */
export async function rememberErasedAddress(config: Places, address: string): Promise<void> {
  const hash = (await hashWith(config))(address)
  const others = (await erasedAddresses(config)).filter((known) => known.hash !== hash)
  await nodeFileSystem.makeDirectory(join(config.dataDir, 'ledger'))
  await nodeFileSystem.replace(
    listPath(config),
    JSON.stringify([...others, { hash, at: new Date().toISOString() }]),
  )
}

/** Creates the key, so that every backup contains it. */
export async function makeErasureKey(config: Pick<Config, 'keysDir'>): Promise<void> {
  await hashWith(config)
}

/** Addresses in the database that were erased after a moment. */
export async function addressesAmong(
  db: Kysely<Database>,
  config: Places,
  erased: readonly ErasedAddress[],
  after: string,
): Promise<string[]> {
  const wanted = new Set(erased.filter(({ at }) => at > after).map(({ hash }) => hash))
  if (wanted.size === 0) return []
  const hashOf = await hashWith(config)
  const [messages, subscribers, users, mails] = await Promise.all([
    db.selectFrom('contact_messages').select('email').distinct().execute(),
    db.selectFrom('newsletter_subscribers').select('email').distinct().execute(),
    db.selectFrom('users').select('email').distinct().execute(),
    db.selectFrom('outbox').select('about as email').distinct().execute(),
  ])
  const addresses = [...messages, ...subscribers, ...users, ...mails].flatMap(({ email }) => email ?? [])
  return [...new Set(addresses)].filter((address) => wanted.has(hashOf(address)))
}
