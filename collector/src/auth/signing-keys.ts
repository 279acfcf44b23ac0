import { readdir } from 'node:fs/promises'
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
import { KeyFileError, readKeyFile, writeKeyFile } from './key-file.ts'

export const SIGNING_ALGORITHM = 'ES256'

const SUFFIX = '.signing-key.json'

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

export interface SigningKeys {
  /** The newest key: it signs. */
  readonly current: { readonly kid: string; readonly privateKey: CryptoKey }
  /** The public halves of all keys: each verifies for as long as its file stays. */
  readonly jwks: JSONWebKeySet
}

/**
 * The keys of the directory, `<kid>.signing-key.json` each, readable by the owner only. The first start makes one.
 * A file added makes a new signer; one removed ends the acceptance of what it signed.
 *
 * @throws {KeyFileError} naming the file that cannot be used.
 */
export async function loadSigningKeys(directory: string, now: Date): Promise<SigningKeys> {
  const stored = await readStoredKeys(directory)
  const newest = stored.at(-1) ?? (await createStoredKey(directory, now))
  const all = stored.length > 0 ? stored : [newest]

  return {
    current: { kid: newest.jwk.kid, privateKey: await importKey(newest) },
    jwks: { keys: all.map((key) => publicHalf(key.jwk)) },
  }
}

/** Oldest first. */
async function readStoredKeys(directory: string): Promise<StoredKey[]> {
  const names = await readdir(directory).catch(() => [])
  const keys: StoredKey[] = []
  for (const name of names.filter((name) => name.endsWith(SUFFIX))) {
    const path = join(directory, name)
    try {
      const key = StoredKey.parse(JSON.parse((await readKeyFile(path)) ?? ''))
      await importKey(key)
      keys.push(key)
    } catch (error) {
      throw new KeyFileError(path, error)
    }
  }
  return keys.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

async function createStoredKey(directory: string, now: Date): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const key = StoredKey.parse({ created_at: now.toISOString(), jwk: { ...jwk, kid } })
  await writeKeyFile(join(directory, kid + SUFFIX), JSON.stringify(key))
  return key
}

function importKey(key: StoredKey): Promise<CryptoKey> {
  return importJWK(key.jwk, SIGNING_ALGORITHM)
}

function publicHalf({ kty, crv, kid, x, y }: StoredKey['jwk']): JWK {
  return { kty, crv, kid, x, y, alg: SIGNING_ALGORITHM, use: 'sig' }
}
