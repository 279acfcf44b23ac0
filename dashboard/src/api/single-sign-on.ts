import { SINGLE_SIGN_ON_START } from '@half-measure/shared/auth/single-sign-on.ts'
import { readSignInOptions } from '@half-measure/shared/routes/single-sign-on.ts'
import { call } from './client.ts'

/** The name of the OpenID provider; null where there is none, or the server does not say. */
export async function readProviderName(): Promise<string | null> {
  try {
    return (await call(readSignInOptions, {})).single_sign_on?.name ?? null
  } catch (error) {
    console.warn('Failed to read the sign-in options', error)
    return null
  }
}

/** Address that redirects to the provider. @param confirm whether the provider must ask for the password again. */
export function singleSignOnHref(next: string, { confirm = false } = {}): string {
  const query = new URLSearchParams({ next, ...(confirm && { confirm: '1' }) })
  return `${SINGLE_SIGN_ON_START}?${query.toString()}`
}
