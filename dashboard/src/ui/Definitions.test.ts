import { COVERAGE_DEFINITIONS } from '@half-measure/shared/stats/coverage-definitions.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { VITAL_REPORT_DEFINITIONS } from '@half-measure/shared/stats/web-vital-definitions.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

async function readComponents(): Promise<string> {
  const names = await readdir(SOURCE, { recursive: true })
  const paths = names.filter((name) => name.endsWith('.tsx')).map((name) => join(SOURCE, name))
  return (await Promise.all(paths.map(async (path) => readFile(path, 'utf8')))).join('\n')
}

it('what a figure counts is said on a page', async () => {
  const components = await readComponents()
  const unsaid = Object.entries({ DEFINITIONS, COVERAGE_DEFINITIONS, VITAL_REPORT_DEFINITIONS }).flatMap(
    ([list, definitions]) =>
      Object.keys(definitions)
        .map((figure) => `${list}.${figure}`)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(components)),
  )
  expect(unsaid).toEqual([])
})
