import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ROOT } from './builds.ts'
import { cycloneDx } from './sbom/cyclone-dx.ts'
import { forbiddenLicences } from './sbom/licences.ts'
import { readLock } from './sbom/lock-file.ts'

/**
 * What the product is made of, from the lock file: `npm run sbom [-- <file>]` checks the licences, and writes a bill of
 * materials where a file is named. `npm sbom` itself refuses workspaces that name each other by a range.
 */
const [file] = process.argv.slice(2)
const packages = readLock(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
const counts = Map.groupBy(packages, ({ license }) => license ?? 'none')
for (const [license, those] of [...counts].toSorted(([, a], [, b]) => b.length - a.length))
  console.log(`${String(those.length).padStart(5)}  ${license}`)

const forbidden = forbiddenLicences(packages)
for (const { name, version, license } of forbidden)
  console.error(`not allowed: ${name}@${version} (${license ?? 'no licence'}); see scripts/sbom/licences.ts`)
if (file) {
  await writeFile(resolve(file), `${JSON.stringify(cycloneDx(packages), null, 1)}\n`)
  console.log(`Wrote ${packages.length} packages to ${file}.`)
}
process.exitCode = forbidden.length === 0 ? 0 : 1
