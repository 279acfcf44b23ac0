import { publication } from '@half-measure/shared/publication.ts'

/** The dashboard at its configured origin, whatever a request says. Browsers bind passkeys to `id`. */
export function relyingParty(dashboard: string) {
  const { hostname, origin } = new URL(dashboard)
  return { id: hostname, name: publication.name, origin }
}

/** The WebAuthn user handle of an account. */
export function userHandleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
