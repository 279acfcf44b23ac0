import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** Where `npm start` works, as `os-cpu`. */
const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'] as const

/** Packages that may lack some of them, and why. */
const EXCEPTIONS: Record<string, string> = {
  chdb: 'The embedded engine exists for Linux x86-64 only; elsewhere `npm start` runs ClickHouse in a container',
  rollup: 'A peer of @mdx-js/rollup that is never loaded: Vite bundles with Rolldown',
}

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/** `package: platform` for each platform that a package with binaries lacks in the lock file. */
function missingBinaries(text: string): string[] {
  const { packages } = Lock.parse(JSON.parse(text))
  return Object.entries(packages).flatMap(([path, { os, optionalDependencies = {} }]) => {
    const name = path.split('node_modules/').at(-1) ?? path
    // A binary itself, such as one that brings a shared library.
    if (os || name in EXCEPTIONS) return []
    const binaries = Object.keys(optionalDependencies)
      .map(
        (dependency) =>
          packages[`${path}/node_modules/${dependency}`] ?? packages[`node_modules/${dependency}`],
      )
      .filter((binary) => binary?.os && binary.cpu)
    if (binaries.length === 0) return []
    return PLATFORMS.filter((platform) => {
      const [system = '', processor = ''] = platform.split('-')
      return !binaries.some(
        (binary) =>
          binary?.os?.includes(system) &&
          binary.cpu?.includes(processor) &&
          (binary.libc?.includes('glibc') ?? true),
      )
    }).map((platform) => `${name}: ${platform}`)
  })
}

describe('the lock file', () => {
  it('has the binaries of every package for every platform', async () => {
    const lock = await readFile(join(import.meta.dirname, '../package-lock.json'), 'utf8')
    expect(missingBinaries(lock)).toEqual([])
  })

  it('is found to lack a binary that vanished, one for musl only, and none of what has no binaries', () => {
    const binary = (platform: string, libc?: string[]) => {
      const [system, processor] = platform.split('-')
      return { os: [system], cpu: [processor], ...(libc && { libc }) }
    }
    const packages = {
      '': {},
      'node_modules/fast': {
        optionalDependencies: { 'fast-mac': '1', 'fast-intel-mac': '1', 'fast-arm': '1', 'fast-linux': '1' },
      },
      'node_modules/fast-mac': binary('darwin-arm64'),
      'node_modules/fast-arm': binary('linux-arm64', ['musl']),
      'node_modules/fast/node_modules/fast-linux': binary('linux-x64', ['glibc']),
      'node_modules/watcher': { optionalDependencies: { fsevents: '1' } },
      'node_modules/fsevents': { os: ['darwin'] },
    }
    expect(missingBinaries(JSON.stringify({ packages }))).toEqual(['fast: darwin-x64', 'fast: linux-arm64'])
  })
})
