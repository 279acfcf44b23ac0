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
import { KeyFileError, readKeyFile, writeKeyFile } from '../platform/key-file.ts'
import { ACCESS_TOKEN_SECONDS } from './session-lifetime.ts'

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

/** How long whoever verifies may keep the published keys. Seconds. */
export const JWKS_MAX_AGE_SECONDS = 600

/** A new key is published for so long before it signs: by then everybody who verifies has it. */
const PUBLISHED_FIRST_MS = JWKS_MAX_AGE_SECONDS * 1000
/** From the moment that its successor signs, a key verifies until its last token is over, and a minute for clocks. */
const OUTLIVED_MS = ACCESS_TOKEN_SECONDS * 1000 + 60_000

export interface SigningKeys {
  /** The one that signs at this moment. */
  readonly current: { readonly kid: string; readonly privateKey: CryptoKey }
  /** The public halves of the keys that verify at this moment: the last one, the signer, and one to come. */
  readonly jwks: JSONWebKeySet
  /** Makes the key that signs from ten minutes on. Keys that are over go. @returns its id. */
  rotate(): Promise<string>
}

/**
 * The keys of the directory, `<kid>.signing-key.json` each, readable by the owner only. The first start makes one.
 * Removing a file ends the acceptance of what it signed at the next start.
 *
 * @throws {KeyFileError} naming the file that cannot be used.
 */
export async function loadSigningKeys(directory: string, now: () => Date): Promise<SigningKeys> {
  const stored = await readStoredKeys(directory)
  let keys = stored.length > 0 ? stored : [await createKey(directory, now())]
  await removeOutlived()

  /** The newest that has been published for long enough; of new ones only, the oldest. */
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

  async function removeOutlived(): Promise<void> {
    const kept = verifying()
    for (const key of keys) {
      if (!kept.includes(key)) await rm(join(directory, key.jwk.kid + SUFFIX), { force: true })
    }
    keys = kept
  }

  return {
    get current() {
      const signer = keys[signerIndex()]
      if (!signer) throw new Error('there is always a key')
      return { kid: signer.jwk.kid, privateKey: signer.privateKey }
    },
    get jwks() {
      return { keys: verifying().map(({ jwk }) => publicHalf(jwk)) }
    },
    async rotate() {
      const made = await createKey(directory, now())
      keys = [...keys, made]
      await removeOutlived()
      return made.jwk.kid
    },
  }
}

interface LoadedKey {
  readonly jwk: StoredKey['jwk']
  readonly privateKey: CryptoKey
  /** When it was made and published. Milliseconds since 1970. */
  readonly since: number
}

/** Oldest first. */
async function readStoredKeys(directory: string): Promise<LoadedKey[]> {
  const names = await readdir(directory).catch(() => [])
  const keys: LoadedKey[] = []
  for (const name of names.filter((name) => name.endsWith(SUFFIX))) {
    const path = join(directory, name)
    try {
      keys.push(await load(StoredKey.parse(JSON.parse((await readKeyFile(path)) ?? ''))))
    } catch (error) {
      throw new KeyFileError(path, 'whoever is signed in has to refresh or sign in again', error)
    }
  }
  return keys.sort((a, b) => a.since - b.since)
}

async function createKey(directory: string, now: Date): Promise<LoadedKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const key = StoredKey.parse({ created_at: now.toISOString(), jwk: { ...jwk, kid } })
  await writeKeyFile(join(directory, kid + SUFFIX), JSON.stringify(key))
  return load(key)
}

async function load({ created_at, jwk }: StoredKey): Promise<LoadedKey> {
  return { jwk, privateKey: await importJWK(jwk, SIGNING_ALGORITHM), since: Date.parse(created_at) }
}

function publicHalf({ kty, crv, kid, x, y }: StoredKey['jwk']): JWK {
  return { kty, crv, kid, x, y, alg: SIGNING_ALGORITHM, use: 'sig' }
}
