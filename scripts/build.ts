import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ROOT, run, takeNoArguments } from './process.ts'

interface Build {
  readonly name: string
  readonly script: string
  /** The folders and files of its source. */
  readonly inputs: readonly string[]
  /** Environment variables that it reads. */
  readonly variables: readonly string[]
}

const BUILDS: readonly Build[] = [
  {
    name: 'site',
    script: 'site/scripts/build-site.ts',
    inputs: ['site', 'shared/src', 'scripts/built-files.ts', 'package-lock.json'],
    variables: ['EDITION_DATE'],
  },
  {
    name: 'dashboard',
    script: 'dashboard/scripts/build-dashboard.ts',
    inputs: ['dashboard', 'shared/src', 'scripts/built-files.ts', 'package-lock.json'],
    variables: [],
  },
]

const NOT_INPUT = new Set(['node_modules', 'dist', 'dist-private', '.cache', 'README.md'])

/** Builds what is missing or stale, side by side, each in a process of its own, which gives its memory back. */
export async function ensureBuilt(): Promise<void> {
  await Promise.all(BUILDS.map(ensureFresh))
}

async function ensureFresh(build: Build): Promise<void> {
  if (await isFresh(build)) return
  console.log(`Building the ${build.name} …`)
  const started = Date.now()
  const { code } = await run(process.execPath, [join(ROOT, build.script)], {
    env: {
      // Every build, tests included, makes what readers get: the tools read this variable.
      NODE_ENV: 'production',
      // Pictures are encoded in Node's pool: a thread for each core, and some for files.
      UV_THREADPOOL_SIZE: String(availableParallelism() + 2),
    },
  })
  if (code !== 0) throw new Error(`The build of the ${build.name} failed; the lines above say why.`)
  await markFresh(build)
  console.log(`Built the ${build.name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** True if `dist/` is there and was made from the current inputs. */
async function isFresh(build: Build): Promise<boolean> {
  if (!existsSync(join(ROOT, build.name, 'dist/index.html'))) return false
  const stored = await readFile(stampPath(build), 'utf8').catch(() => '')
  return stored === (await fingerprint(build))
}

/** Records the inputs of a build; call it once the build has succeeded. */
async function markFresh(build: Build): Promise<void> {
  await mkdir(join(ROOT, build.name, '.cache'), { recursive: true })
  await writeFile(stampPath(build), await fingerprint(build))
}

function stampPath(build: Build): string {
  return join(ROOT, build.name, '.cache/build-stamp')
}

async function fingerprint(build: Build): Promise<string> {
  const hash = createHash('sha256')
  for (const name of build.variables) hash.update(`${name}=${process.env[name] ?? ''}\n`)
  for (const input of build.inputs) await addFiles(hash, join(ROOT, input))
  return hash.digest('hex')
}

async function addFiles(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  if (!entries) {
    hash.update(await readFile(path))
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (NOT_INPUT.has(entry.name) || entry.name.includes('.test.')) continue
    hash.update(entry.name)
    await addFiles(hash, join(path, entry.name))
  }
}

if (import.meta.main) await takeNoArguments().then(ensureBuilt)
