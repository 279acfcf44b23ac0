import { publication } from '@half-measure/shared/publication.ts'

/** The relying party: the dashboard at its configured origin, whatever a request says. */
export interface RelyingParty {
  /** Its host, to which browsers bind passkeys. */
  readonly id: string
  readonly name: string
  readonly origin: string
}

export function relyingParty(dashboard: string): RelyingParty {
  const { hostname, origin } = new URL(dashboard)
  return { id: hostname, name: publication.name, origin }
}

/** The WebAuthn user handle of an account. */
export function userHandleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
