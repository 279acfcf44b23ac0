import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import { z } from 'zod'
import { createKeyFile, KeyFileError, readKeyFile, writeKeyFile } from '../platform/key-file.ts'

export const SIGNING_ALGORITHM = 'ES256'

/** Lifetime of an access token, while its session lasts. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

/** How long verifiers may cache the published keys. Seconds. */
export const JWKS_MAX_AGE_SECONDS = 600

/** A new key is published for this long before it signs, so that every verifier has it. */
const PUBLISHED_FIRST_MS = JWKS_MAX_AGE_SECONDS * 1000
/** A replaced key verifies until its last token has expired, plus a minute for clocks that differ. */
const OUTLIVED_MS = ACCESS_TOKEN_SECONDS * 1000 + 60_000

const SUFFIX = '.signing-key.json'

/** One name, so that collectors that share the folder and start together use one key. */
const FIRST = `first${SUFFIX}`

const StoredKey = z.object({
  created_at: z.iso.datetime(),
  /** A private key on P-256. */
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    kid: z.string().min(1),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
})
type StoredKey = z.infer<typeof StoredKey>

export type SigningKeys = Awaited<ReturnType<typeof loadSigningKeys>>

/**
 * The keys of the directory, `<kid>.signing-key.json` each, readable by the owner only. The first start creates
 * `first.signing-key.json`. After a file is deleted, the next start rejects what its key signed.
 *
 * @throws {KeyFileError} naming the file that cannot be used.
 */
export async function loadSigningKeys(directory: string, now: () => Date) {
  let keys = await readStoredKeys(directory)
  if (keys.length === 0) {
    await createKeyFile(join(directory, FIRST), JSON.stringify(await generateKey(now())))
    keys = await readStoredKeys(directory)
  }
  await removeExpired()

  /** The newest that has been published long enough, or else the oldest. */
  function signerIndex(): number {
    const published = keys.findLastIndex(({ since }) => since + PUBLISHED_FIRST_MS <= now().getTime())
    return Math.max(0, published)
  }

  function verifying(): LoadedKey[] {
    return keys.filter((_, index) => {
      const successor = keys[index + 1]
      return !successor || successor.since + PUBLISHED_FIRST_MS + OUTLIVED_MS > now().getTime()
    })
  }

  async function removeExpired(): Promise<void> {
    const kept = verifying()
    for (const key of keys) {
      if (!kept.includes(key)) await rm(key.path, { force: true })
    }
    keys = kept
  }

  return {
    /** The key that signs now. */
    get current() {
      const signer = keys[signerIndex()]
      if (!signer) throw new Error('there is always a key')
      return { kid: signer.jwk.kid, privateKey: signer.privateKey }
    },
    /** The public halves of the keys that verify now: the previous one, the signer, and the next one. */
    get jwks(): JSONWebKeySet {
      return { keys: verifying().map(({ jwk }) => publicHalf(jwk)) }
    },
    /** Creates the key that signs in ten minutes, and deletes expired ones. @returns its id. */
    async rotate() {
      const created = await generateKey(now())
      const { kid } = created.jwk
      const path = join(directory, kid + SUFFIX)
      await writeKeyFile(path, JSON.stringify(created))
      keys = [...keys, await load(path, created)]
      await removeExpired()
      return kid
    },
  }
}

interface LoadedKey {
  readonly path: string
  readonly jwk: StoredKey['jwk']
  readonly privateKey: CryptoKey
  /** Creation and publication. Milliseconds since 1970. */
  readonly since: number
}

/** Oldest first. */
async function readStoredKeys(directory: string): Promise<LoadedKey[]> {
  const names = await readdir(directory).catch(() => [])
  const keys: LoadedKey[] = []
  for (const name of names.filter((name) => name.endsWith(SUFFIX))) {
    const path = join(directory, name)
    try {
      keys.push(await load(path, StoredKey.parse(JSON.parse((await readKeyFile(path)) ?? ''))))
    } catch (error) {
      throw new KeyFileError(path, 'everybody who is signed in has to refresh or sign in again', error)
    }
  }
  return keys.sort((a, b) => a.since - b.since)
}

async function generateKey(now: Date): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return StoredKey.parse({ created_at: now.toISOString(), jwk: { ...jwk, kid } })
}

async function load(path: string, { created_at, jwk }: StoredKey): Promise<LoadedKey> {
  return { path, jwk, privateKey: await importJWK(jwk, SIGNING_ALGORITHM), since: Date.parse(created_at) }
}

function publicHalf({ kty, crv, kid, x, y }: StoredKey['jwk']): JWK {
  return { kty, crv, kid, x, y, alg: SIGNING_ALGORITHM, use: 'sig' }
}
