/**
 * `npm run sbom [-- FILE]`: checks the licence of every package in the lock file, and writes a bill of materials
 * where a file is named. `npm sbom` and the generators built on `npm ls` refuse this lock file and know no hashes.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type CommandLine, runCommandLine } from '../collector/src/platform/command-line.ts'
import { ROOT } from './process.ts'
import { forbiddenLicences, licenceOf } from './licences.ts'

/** A package as the lock file names it. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression; undefined where the package says nothing that can be read. */
  readonly license: string | undefined
  /** SHA-512 of the downloaded file, base64. */
  readonly sha512: string | undefined
  /** Only needed to work on the product. */
  readonly dev: boolean
}

const Entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().default(false),
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
    const dev = entry.dev && (found.get(key)?.dev ?? true)
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

/** The packages as a software bill of materials, in CycloneDX 1.6. The same lock file gives the same document. */
export function cycloneDx(packages: readonly LockedPackage[]): object {
  const components = packages.map((found) => {
    const { name, version, sha512, dev } = found
    const license = licenceOf(found)
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      scope: dev ? 'excluded' : 'required',
      ...(license && { licenses: [{ expression: license }] }),
      ...(sha512 && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
      }),
    }
  })
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'half-measure', name: 'half-measure' } },
    components,
  }
}

if (import.meta.main)
  await runCommandLine([{ usage: 'sbom [<file>]' }], ['sbom', ...process.argv.slice(2)], main)

async function main({ words: [file] }: CommandLine): Promise<void> {
  const packages = readLock(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const counts = Map.groupBy(packages, ({ license }) => license ?? 'none')
  for (const [license, those] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`${String(those.length).padStart(5)}  ${license}`)

  const forbidden = forbiddenLicences(packages)
  for (const { name, version, license } of forbidden)
    console.error(`not allowed: ${name}@${version} (${license ?? 'no licence'}); see scripts/licences.ts`)
  if (file !== undefined) {
    await writeFile(resolve(file), `${JSON.stringify(cycloneDx(packages), null, 1)}\n`)
    console.log(`Wrote ${packages.length} packages to ${file}.`)
  }
  if (forbidden.length > 0) process.exitCode = 1
}
