import { createHmac, hkdfSync } from 'node:crypto'
import { loadSecretKey } from '../../platform/key-file.ts'
import { createSealing } from '../../platform/sealing.ts'

/** Encrypts and hashes what second factors store, so that a copy of the database does not reveal it. */
export type FactorSecrets = Awaited<ReturnType<typeof loadFactorSecrets>>

export class FactorKeyError extends Error {
  override name = 'FactorKeyError'
  readonly code = 'factor_key_wrong'

  constructor(cause: unknown) {
    super(
      'A second factor cannot be decrypted with the key file factors.key. Restore the file from the backup that ' +
        'belongs to this database, or reset the second factors of the accounts.',
      { cause },
    )
  }
}

/** The key is created at the first start. @throws {KeyFileError} */
export async function loadFactorSecrets(directory: string) {
  const loss = 'every second factor has to be reset and enrolled again'
  const master = await loadSecretKey(directory, 'factors.key', loss)
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, '', use, 32))
  const sealing = createSealing(derive('second factor secrets'))
  const hashing = derive('recovery codes')

  return {
    seal: (secret: Buffer) => sealing.seal(secret),

    /** @throws {FactorKeyError} if it was sealed with another key. */
    open(sealed: Buffer) {
      try {
        return sealing.open(sealed)
      } catch (error) {
        throw new FactorKeyError(error)
      }
    },

    /** Keyed hash of a recovery code, different for each account. */
    hashCode: (userId: string, code: string) =>
      createHmac('sha256', hashing).update(`${userId}:${code}`).digest(),
  }
}
