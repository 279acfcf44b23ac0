/** The token that a mailed link carries behind its address, where no server and no referrer sees it. */
export function linkToken(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
}
