import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { loadSecretKey } from '../platform/key-file.ts'
import { normaliseEmail } from '../identity/users.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/schema/database.ts'
import { addressesInEmailFiles } from '../email/file-transport.ts'
import { Mutex } from '../platform/mutex.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import type { Context } from '../stack/context.ts'

/** An erased address or proof of consent, as a keyed hash, which cannot be guessed without the key. */
export const ErasedHash = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601. A later sign-up or consent is kept. */
  at: z.iso.datetime(),
  /** The address's account was deleted then. An administrator's stays, and has no such entry. */
  account: z.literal(true).optional(),
})
export type ErasedHash = z.infer<typeof ErasedHash>

/** What people are erased by: email addresses, ids of proofs of consent. Each has a list. */
type By = 'addresses' | 'consents'

type Places = Pick<Config, 'dataDir' | 'keysDir'>

/** The key is created on first use, is part of every backup, and is never rotated. */
async function hashWith({ keysDir }: Pick<Config, 'keysDir'>): Promise<(id: string) => string> {
  const key = await loadSecretKey(
    keysDir,
    'erasures.key',
    'people erased until then are no longer known as such',
  )
  return (id) => createHmac('sha256', key).update(normaliseEmail(id)).digest('hex')
}

export async function erasedPeople({ dataDir }: Pick<Config, 'dataDir'>, by: By): Promise<ErasedHash[]> {
  const directory = join(dataDir, 'ledger')
  const name = `erased-${by}.json`
  const names = await nodeFileSystem.list(directory).catch((): string[] => [])
  if (!names.includes(name)) return []
  const text = (await nodeFileSystem.read(join(directory, name))).toString()
  return z.array(ErasedHash).parse(JSON.parse(text))
}

/** Erases what belongs to an address, and remembers it first, so that a restore repeats it. */
export async function eraseAddress(
  { config, services }: Pick<Context, 'config' | 'services'>,
  email: string,
  by?: string,
): ReturnType<Context['services']['erase']> {
  await rememberErasedPerson(config, 'addresses', email)
  const erased = await services.erase(email, by)
  if (erased.accounts > 0) await rememberErasedPerson(config, 'addresses', email, { account: true })
  return erased
}

/** Resolves when it is on disk. @param id an address, or the id of a proof of consent. */
export async function rememberErasedPerson(
  config: Places,
  by: By,
  id: string,
  more: Pick<ErasedHash, 'account'> = {},
): Promise<void> {
  const hash = (await hashWith(config))(id)
  await rememberErasedPeople(config, by, [{ hash, at: new Date().toISOString(), ...more }])
}

/** The lists are read, added to and replaced, so that two erasures at once would lose one. */
const lists = new Mutex()

/** Of an entry that exists already, the later time is kept. Resolves when they are on disk. */
export async function rememberErasedPeople(
  config: Pick<Config, 'dataDir'>,
  by: By,
  added: readonly ErasedHash[],
): Promise<void> {
  await lists.run(async () => {
    const all = [...(await erasedPeople(config, by)), ...added].toSorted((a, b) => a.at.localeCompare(b.at))
    const byEntry = new Map(all.map((entry) => [`${entry.hash} ${entry.account}`, entry]))
    const directory = join(config.dataDir, 'ledger')
    await nodeFileSystem.makeDirectory(directory)
    await nodeFileSystem.replace(join(directory, `erased-${by}.json`), JSON.stringify([...byEntry.values()]))
  })
}

/** Creates the key, so that every backup contains it. */
export async function makeErasureKey(config: Pick<Config, 'keysDir'>): Promise<void> {
  await hashWith(config)
}

/** Addresses, or ids of proofs of consent, in the database that were erased after a moment. */
export async function peopleAmong(
  db: Kysely<Database>,
  config: Places & Pick<Config, 'mail'>,
  by: By,
  erased: readonly ErasedHash[],
  after: string,
): Promise<string[]> {
  const wanted = new Set(erased.filter(({ at }) => at > after).map(({ hash }) => hash))
  if (wanted.size === 0) return []
  const hashOf = await hashWith(config)
  const ids = by === 'addresses' ? await addressesIn(db, config.mail) : await consentsIn(db)
  return [...new Set(ids)].filter((id) => wanted.has(hashOf(id)))
}

/** Wherever an erasure looks for an address. */
async function addressesIn(db: Kysely<Database>, { outboxDir }: Config['mail']): Promise<string[]> {
  const found = await Promise.all([
    db.selectFrom('contact_messages').select('email').distinct().execute(),
    db.selectFrom('newsletter_subscribers').select('email').distinct().execute(),
    db.selectFrom('users').select('email').execute(),
    db
      .selectFrom('users')
      .select((eb) => eb.fn<string>('unnest', ['former_emails']).as('email'))
      .execute(),
    db.selectFrom('account_tokens').select('new_email as email').distinct().execute(),
    db.selectFrom('outbox').select('about as email').distinct().execute(),
  ])
  return [...found.flat().flatMap(({ email }) => email ?? []), ...(await addressesInEmailFiles(outboxDir))]
}

async function consentsIn(db: Kysely<Database>): Promise<string[]> {
  const found = await db.selectFrom('consent_records').select('id').distinct().execute()
  return found.map(({ id }) => id)
}
