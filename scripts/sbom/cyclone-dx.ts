import { createHash } from 'node:crypto'
import { licenceOf } from './licences.ts'
import type { LockedPackage } from './lock-file.ts'

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
      ...(license ? { licenses: [{ expression: license }] } : {}),
      ...(sha512
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }
        : {}),
    }
  })
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[...uuid, digest.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'half-measure', name: 'half-measure' } },
    components,
  }
}
