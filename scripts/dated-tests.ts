import { globSync } from 'node:fs'
import { ROOT } from './process.ts'
import { readTestFiles } from './test-files.ts'

// Date-dependent tests that their imports do not reveal: globs relative to the root of the repository.

/** One of each kind on its database, for `npm test`: reports, retention, figures by day. */
export const QUICK = [
  'collector/src/**/report-routes.test.ts',
  'collector/test/faults/retention.test.ts',
  'collector/test/reports/journeys.test.ts',
]

/** The rest. Oracles of fixed dates, kills and processes that know no date are left out. */
export const THOROUGH = [
  'collector/{seed,src}/**/*.test.ts',
  'collector/test/{collect-to-stats,event-to-tables,link-clicks,mailed-tokens,monitoring,operations,seed,statistics-api,stats-parameters}.test.ts',
  'collector/test/{same-figures,sessions,stats-engine}/*.test.ts',
]

/** Tests on fixed dates or a frozen clock: one distant date shows that they read no other clock. */
export const FROZEN_CLOCK = [
  'collector/seed/{seeded-random,traffic}.test.ts',
  'collector/src/{analytics,config,database,events}/**/*.test.ts',
  'collector/src/audience/!(personal-data).test.ts',
  'collector/src/audience/{contact,issues,newsletter}/!(letters).test.ts',
  'collector/src/identity/{,passkeys/,second-factors/}*.test.ts',
  'collector/src/workspace/!(saved-views).test.ts',
  'collector/test/{monitoring,seed}.test.ts',
  'collector/test/reports/!(reports-over-http).test.ts',
  'collector/test/sessions/!(forged-times).test.ts',
]

export const DATELESS = [
  'collector/src/warehouse/engine/*.test.ts',
  'collector/test/sessions/crashes.test.ts',
  'collector/test/stats-engine/results.test.ts',
]

/** Paths of the tests that depend on dates, each in one list. */
export function datedTests(): Record<'values' | 'quick' | 'frozenClock' | 'thorough', string[]> {
  const files = readTestFiles()
  const taken = new Set(globSync(DATELESS, { cwd: ROOT }))
  const take = (paths: readonly string[]) => {
    const free = paths.filter((path) => !taken.has(path))
    for (const path of free) taken.add(path)
    return free
  }
  // Replaced modules need a process of their own, and none of these files is about dates.
  for (const { path, mocks, heavy, readsClock } of files)
    if (mocks || (!heavy && !readsClock)) taken.add(path)
  const matching = (globs: readonly string[]) => {
    const found = new Set(globSync(globs, { cwd: ROOT }))
    return files.flatMap(({ path }) => (found.has(path) ? path : []))
  }
  return {
    quick: take(matching(QUICK)),
    /** No database, process or browser. */
    values: take(files.filter(({ isValue }) => isValue).map(({ path }) => path)),
    frozenClock: take(matching(FROZEN_CLOCK)),
    thorough: take(matching(THOROUGH)),
  }
}
