const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', 'admin.localhost'])

/**
 * Whether an `Origin` header names our origin. With `loopbackAliases` all names of this machine count as one host.
 * `null`, which sandboxed documents send, never matches.
 */
export function isSameOrigin(header: string, ours: string, loopbackAliases: boolean): boolean {
  if (header === ours) return true
  if (!loopbackAliases || !URL.canParse(header)) return false
  return canonical(header) === canonical(ours)
}

function canonical(origin: string): string {
  const url = new URL(origin)
  return `${url.protocol}//${LOOPBACK_NAMES.has(url.hostname) ? 'localhost' : url.hostname}:${url.port}`
}
