import { z } from 'zod'
import { line } from '../text.ts'

/** WebAuthn in JSON, as far as it is used here: binary values are in base64url. */
const binary = z
  .string()
  .regex(/^[\w-]*$/)
  .max(12_000)

const CredentialDescriptor = z.object({
  id: binary,
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** `POST /api/auth/passkeys/registration-options`: the browser's options for making a passkey. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: binary, name: z.string(), displayName: z.string() }),
  challenge: binary,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/**
 * The browser's options for finding a passkey. `POST /api/auth/passkeys/sign-in-options` names none: the owner
 * chooses; `POST /api/auth/passkeys/verification-options` names the account's.
 */
export const PasskeyRequestOptions = z.object({
  rpId: z.string(),
  challenge: binary,
  timeout: z.int(),
  /** Empty where any will do. */
  allowCredentials: z.array(CredentialDescriptor),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

const credential = { id: binary.min(1), rawId: binary.min(1), type: z.literal('public-key') }

/** A new passkey, from `navigator.credentials.create`. */
export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** `POST /api/auth/passkeys`, which responds with a `FactorSession`. */
export const NewPasskey = z.object({ friendly_name: line(60), credential: PasskeyRegistration })
export type NewPasskey = z.infer<typeof NewPasskey>

/** A signature with a passkey, from `navigator.credentials.get`. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    /** The account that the passkey was made for. */
    userHandle: binary.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** `POST /api/auth/token?grant_type=passkey`, and `POST /api/auth/passkeys/verify` as a second factor. */
export const PasskeyGrant = z.object({ credential: PasskeyAssertion })
