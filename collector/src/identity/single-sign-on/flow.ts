import { z } from 'zod'
import { loadSecretKey } from '../../platform/key-file.ts'
import { createSealing } from '../../platform/sealing.ts'

/** How long a person may take at the provider. Milliseconds. */
export const FLOW_MS = 10 * 60_000

const SignInFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE code verifier. */
  verifier: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Passed on to the sign-in page, which checks it. */
  next: z.string().optional(),
  /** The device cookie, which the browser does not send when the provider redirects back. */
  device: z.string().optional(),
  /** The sign-in confirms and replaces this session. */
  replaces: z.string().optional(),
})
/**
 * A sign-in under way at the provider. It is stored in the browser that began it, so that nobody can sign another
 * browser in to their account.
 */
export type SignInFlow = z.infer<typeof SignInFlow>

export type SignInFlows = Awaited<ReturnType<typeof loadSignInFlows>>

/** @throws {KeyFileError} */
export async function loadSignInFlows(keysDir: string, now: () => Date) {
  const key = await loadSecretKey(keysDir, 'single-sign-on.key', 'sign-ins that are under way begin again')
  const sealing = createSealing(key)
  return {
    /** Encrypts a flow as the value of a cookie. */
    seal: (flow: SignInFlow) => sealing.seal(Buffer.from(JSON.stringify(flow))).toString('base64url'),
    /** Undefined if it was not sealed here, or began more than `FLOW_MS` ago. */
    open(sealed: string | undefined) {
      const flow = sealed === undefined ? undefined : openSealed(sealed)
      const age = now().getTime() - (flow?.startedAt ?? 0)
      return age >= 0 && age < FLOW_MS ? flow : undefined
    },
  }

  function openSealed(sealed: string): SignInFlow | undefined {
    try {
      return SignInFlow.parse(JSON.parse(sealing.open(Buffer.from(sealed, 'base64url')).toString()))
    } catch {
      return undefined
    }
  }
}
