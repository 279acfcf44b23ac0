import { BlockList, isIP, isIPv6 } from 'node:net'

/** Parses `10.0.0.0/8, fd00::/8`; a bare address stands for itself. @returns the first invalid part, if there is one. */
export function parseCidrs(list: string): BlockList | string {
  const blocks = new BlockList()
  for (const part of list.split(',').flatMap((entry) => entry.trim() || [])) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
    const most = isIPv6(address) ? 128 : 32
    const bits = prefix === undefined ? most : Number(prefix)
    if (isIP(address) === 0 || bits > most) return part
    blocks.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return blocks
}

/** Browsers take every name below `localhost` for this machine. */
export function isOfThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}

/**
 * Whether to send HSTS, so that browsers open an origin's host by https alone. They would obey for every port of it, so not
 * on this machine: other programs use plain http there.
 */
export function isHttpsOnly(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' && !isOfThisMachine(hostname)
}

/** The origin of a server of this machine, reached directly, without proxy or TLS. */
export function servedAt(host: string, port: number): string {
  const self = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return new URL(`http://${isIPv6(self) ? `[${self}]` : self}:${port}`).origin
}

/** Whether a listening address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Whether the user and the password in an address decode. The clients of the databases throw if not. */
export function credentialsDecode(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}
