import { z } from 'zod'

/** A package as the lock file names it. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression; undefined where the package says nothing that can be read. */
  readonly license: string | undefined
  /** Of the file that is downloaded: base64 of SHA-512. */
  readonly sha512: string | undefined
  /** Only those who work on the product have it. */
  readonly dev: boolean
}

const Entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
})
const LockFile = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Entry) })

/** Every package of a lock file once, by name and version; our own workspaces are left out. */
export function readLock(text: string): LockedPackage[] {
  const { packages } = LockFile.parse(JSON.parse(text))
  const found = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || entry.link || entry.version === undefined) continue
    const name = entry.name ?? path.slice(at + 'node_modules/'.length)
    const key = `${name}@${entry.version}`
    const dev = (entry.dev ?? false) && (found.get(key)?.dev ?? true)
    found.set(key, {
      name,
      version: entry.version,
      license: entry.license,
      sha512: /^sha512-(\S+)/.exec(entry.integrity ?? '')?.[1],
      dev,
    })
  }
  return [...found.values()].toSorted((a, b) =>
    `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
  )
}
