import type { OpenedShare, ShareOpening } from '@half-measure/shared/sharing/api-token.ts'
import type { TokenSource } from '../../api/client.ts'

/** A token is renewed this long before it expires, so that none expires on the way. */
const MARGIN_MS = 30_000

/** The tokens of an opened link, which is opened again before they expire. A revoked link has none. */
export function shareTokens(
  opening: ShareOpening,
  first: OpenedShare,
  open: (opening: ShareOpening) => Promise<OpenedShare>,
): TokenSource {
  let share = first
  const renew = async () => {
    const opened = await open(opening).catch((error: unknown) => {
      console.warn('Failed to open the link again', error)
      return null
    })
    if (opened) share = opened
    return opened?.access_token ?? null
  }
  return {
    accessToken: async () =>
      share.expires_at * 1_000 - Date.now() > MARGIN_MS
        ? share.access_token
        : ((await renew()) ?? share.access_token),
    replace: async (refused) => (refused === share.access_token ? renew() : share.access_token),
  }
}
