import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

const LOCK = {
  '': { version: '1.0.0' },
  shared: { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3' },
  'node_modules/a/node_modules/b': { version: '4.5.6' },
  'node_modules/a-elsewhere': { version: '1.2.3', optional: true, os: ['aix'] },
}
const INSTALLED = {
  'node_modules/a': { version: '1.2.3' },
  'node_modules/a/node_modules/b': { version: '4.5.6' },
}

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-'))
  write('scripts/hello.ts', "console.log('hello')")
  write('package-lock.json', JSON.stringify({ packages: LOCK }))
  // Stands in for npm, and says that it was called.
  write('npm.js', "console.log('npm', ...process.argv.slice(2))")
  copyFileSync(join(import.meta.dirname, 'run.mjs'), join(root, 'scripts/run.mjs'))
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  return () => rmSync(root, { recursive: true })
})

describe('packages', () => {
  it('are left alone where they are those of the lock file', () => {
    expect(runWith(INSTALLED)).toBe('hello')
  })

  it.each<[string, object | undefined]>([
    ['there are none', undefined],
    ['one is missing', { 'node_modules/a': { version: '1.2.3' } }],
    ['one is older', { ...INSTALLED, 'node_modules/a': { version: '1.2.2' } }],
    ['one is not in the lock file', { ...INSTALLED, 'node_modules/c': { version: '1.0.0' } }],
    [
      'they are for another platform',
      { ...INSTALLED, 'node_modules/a-elsewhere': LOCK['node_modules/a-elsewhere'] },
    ],
  ])('are installed where %s', (_, installed) => {
    expect(runWith(installed)).toMatch(/npm ci .*hello/s)
  })
})

function runWith(installed: object | undefined): string {
  if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  const { stdout } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/hello.ts'], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm.js') },
  })
  return stdout.trim()
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
