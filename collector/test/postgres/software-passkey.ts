import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@half-measure/shared/auth/passkey.ts'

/** What an authenticator can get wrong, or an attacker change. */
interface Deviations {
  /** Of the requesting page. */
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isUserVerified?: boolean
  /** Uses, as the authenticator counts them; by default it does not. */
  readonly counter?: number
  readonly userHandle?: string
}

/** WebAuthn's flags: user present, user verified, attested credential data. */
const UP = 0x01
const UV = 0x04
const AT = 0x40

/** One passkey of an authenticator without hardware: EC P-256, attestation `none`. */
export class SoftwarePasskey {
  readonly id = randomBytes(16)
  readonly #origin: string
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject
  #userHandle = ''

  /** @param origin of the page in which it is used. */
  constructor(origin: string) {
    this.#origin = origin
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#publicKey = publicKey
    this.#privateKey = privateKey
  }

  /** What `navigator.credentials.create` resolves with. */
  create(options: PasskeyCreationOptions, given: Deviations = {}): PasskeyRegistration {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const publicKey = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attested = [Buffer.alloc(16), uint(this.id.length, 2), this.id, cbor(publicKey)]
    const authData = Buffer.concat([authenticatorData(options.rp.id, AT, given), ...attested])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, given).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What `navigator.credentials.get` resolves with. */
  sign(options: PasskeyRequestOptions, given: Deviations = {}): PasskeyAssertion {
    const authData = authenticatorData(options.rpId, 0, given)
    const clientData = this.#clientData('webauthn.get', options.challenge, given)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: given.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, given: Deviations): Buffer {
    const { origin = this.#origin } = given
    return Buffer.from(JSON.stringify({ type, challenge: given.challenge ?? challenge, origin }))
  }
}

function authenticatorData(rpId: string, flags: number, given: Deviations): Buffer {
  const { isUserVerified = true, counter = 0 } = given
  return Buffer.concat([
    sha256(Buffer.from(given.rpId ?? rpId)),
    uint(flags | UP | (isUserVerified ? UV : 0), 1),
    uint(counter, 4),
  ])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** As much of CBOR (RFC 8949) as authenticators need here. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part))])
  }
  throw new TypeError(`no CBOR for ${String(value)}`)
}

/** A major type with its argument. */
function head(major: number, argument: number): Buffer {
  if (argument < 24) return uint((major << 5) | argument, 1)
  if (argument < 0x1_00) return Buffer.concat([uint((major << 5) | 24, 1), uint(argument, 1)])
  return Buffer.concat([uint((major << 5) | 25, 1), uint(argument, 2)])
}
