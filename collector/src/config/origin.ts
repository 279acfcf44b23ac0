const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', 'admin.localhost'])

/**
 * Whether an `Origin` header is ours. With `loopbackAliases` the names of this machine are one host.
 *
 * `null`, which sandboxed documents send, is nobody's.
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
