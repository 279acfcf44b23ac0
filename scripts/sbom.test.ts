import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forbiddenLicences, isAllowed } from './licences.ts'
import { cycloneDx, readLock } from './sbom.ts'

const lock = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { version: '1.0.0' },
    collector: { version: '1.0.0' },
    'node_modules/@half-measure/collector': { link: true },
    'node_modules/hono': {
      version: '4.0.0',
      license: 'MIT',
      integrity: `sha512-${Buffer.from('x').toString('base64')}`,
    },
    'node_modules/@a/b': { version: '1.0.0', license: 'AGPL-3.0', dev: true },
    'collector/node_modules/@a/b': { version: '1.0.0', license: 'AGPL-3.0' },
  },
})

describe('a lock file', () => {
  it('names each package once, our own left out; what anybody needs in production is not for development', () => {
    expect(readLock(lock).map(({ name, version, dev }) => ({ name, version, dev }))).toEqual([
      { name: '@a/b', version: '1.0.0', dev: false },
      { name: 'hono', version: '4.0.0', dev: false },
    ])
  })
})

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['GPL-3.0 OR AGPL-3.0', false],
    ['Apache-2.0 AND MIT', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', false],
    ['SEE LICENSE IN x', false],
    [undefined, false],
  ])('%s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed))

  it('is allowed in every package of ours', async () => {
    const packages = readLock(await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
    expect(packages.length).toBeGreaterThan(300)
    expect(forbiddenLicences(packages)).toEqual([])
  })

  it('is found out where it is not', () => {
    expect(forbiddenLicences(readLock(lock)).map(({ name }) => name)).toEqual(['@a/b'])
  })
})

describe('the bill of materials', () => {
  it('has name, version, licence, address and hash of each, and is the same for the same lock file', () => {
    const bill = cycloneDx(readLock(lock))
    expect(bill).toEqual(cycloneDx(readLock(lock)))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      components: [
        { purl: 'pkg:npm/%40a/b@1.0.0' },
        { purl: 'pkg:npm/hono@4.0.0', licenses: [{ expression: 'MIT' }], hashes: [{ content: '78' }] },
      ],
    })
  })
})
