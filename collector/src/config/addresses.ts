import { BlockList, isIP, isIPv6 } from 'node:net'

/** `10.0.0.0/8, fd00::/8` as a list to check against; a bare address is itself. The first part that is neither, otherwise. */
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

/** Whether an address to listen on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
