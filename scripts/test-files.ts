import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './process.ts'

/** A file of tests, and what its imports and theirs say about it; packages are not looked into. */
export interface TestFile {
  /** Relative to the root of the repository. */
  readonly path: string
  /** Uses a database, another process or a browser. */
  readonly heavy: boolean
  /** Replaces modules: files that ran in the same process before or after must not have them. */
  readonly mocks: boolean
  /** Beside the code, with nothing to start or replace: a thread can run many of these. */
  readonly isValue: boolean
  /** Reads the clock, or the time zone of its process. */
  readonly readsClock: boolean
}

const SOURCES = '{shared,site,dashboard,client,scripts,infra,e2e,collector}/**/*.{ts,tsx,mjs}'
const NOT_SOURCES = ['**/node_modules', '**/dist', '**/.cache']

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g
const BEYOND_UNIT = /^(?:collector\/test|e2e|infra)\//
const HEAVY =
  /^(?:chdb|pg|sharp|vite|testcontainers|playwright-core|@electric-sql\/.*|node:(?:child_process|cluster|worker_threads))$/
const CLOCK =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bTemporal\.Now\b|\.get(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\.toLocale(?:Date|Time)String\(|\bDateTimeFormat\b/

interface Source {
  readonly imports: readonly string[]
  readonly heavy: boolean
  readonly readsClock: boolean
  readonly mocks: boolean
}

/** All files of tests, in the order of their paths. */
export function readTestFiles(): TestFile[] {
  const paths = new Set(globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }))
  const sources = new Map([...paths].map((path) => [path, readSource(path, paths)]))
  return [...paths]
    .filter((path) => /\.test\.tsx?$/.test(path))
    .toSorted()
    .map((path) => {
      const reached = reachedFrom(path, sources)
      const heavy = reached.some(({ heavy }) => heavy)
      const mocks = sources.get(path)?.mocks ?? false
      return {
        path,
        heavy,
        mocks,
        isValue: !heavy && !mocks && !BEYOND_UNIT.test(path),
        readsClock: reached.some(({ readsClock }) => readsClock),
      }
    })
}

function readSource(path: string, paths: ReadonlySet<string>): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const specifiers = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier)
  return {
    imports: specifiers.flatMap((specifier) => resolve(specifier, path, paths) ?? []),
    heavy: specifiers.some((specifier) => HEAVY.test(specifier)),
    readsClock: CLOCK.test(text),
    mocks: /\bvi\.(?:do)?[mM]ock\(/.test(text),
  }
}

/** The file of the repository that an import names; undefined where it is a package. */
function resolve(specifier: string, from: string, paths: ReadonlySet<string>): string | undefined {
  const ours = /^@half-measure\/(\w+)\/(.+)/.exec(specifier)
  if (ours) return [`${ours[1]}/src/${ours[2]}`].find((path) => paths.has(path))
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined
}

function reachedFrom(path: string, sources: ReadonlyMap<string, Source>): Source[] {
  const seen = new Set([path])
  for (const next of seen) for (const found of sources.get(next)?.imports ?? []) seen.add(found)
  return [...seen].flatMap((found) => sources.get(found) ?? [])
}
