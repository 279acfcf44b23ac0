import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DATELESS, FROZEN_CLOCK, QUICK, THOROUGH } from './dated-tests.ts'
import { ROOT } from './process.ts'
import { chosenMoments, randomMoments } from './test-moments.ts'

describe('the chosen moments', () => {
  it('include the next leap day, both clock changes, and Mondays at seven', () => {
    const instants = chosenMoments(2027).map(({ instant }) => instant)
    expect(instants).toEqual(
      expect.arrayContaining([
        '2028-02-29T23:57:00Z',
        '2027-03-28T00:59:00Z',
        '2027-10-31T00:59:00Z',
        '2027-06-07T05:59:30Z',
        '2027-12-06T07:00:00Z',
      ]),
    )
    expect(chosenMoments(2028).map(({ instant }) => instant)).toContain('2028-02-29T23:57:00Z')
  })

  it.each([2027, 2028, 2029, 2030, 2031])('exist, and do not lie before their year: %d', (year) => {
    for (const { instant } of chosenMoments(year)) {
      expect(new Date(instant).toISOString()).toBe(instant.replace('Z', '.000Z'))
      expect(Number(instant.slice(0, 4))).toBeGreaterThanOrEqual(year)
    }
  })
})

describe('random moments', () => {
  it('are the same for the same seed, and lie within four years', () => {
    const moments = randomMoments(2027, 7, 50)
    expect(randomMoments(2027, 7, 50)).toEqual(moments)
    expect(randomMoments(2027, 8, 50)).not.toEqual(moments)
    for (const { instant } of moments) expect(instant).toMatch(/^20(27|28|29|30)-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })
})

describe('the lists of tests that depend on dates', () => {
  it.each([QUICK, THOROUGH, FROZEN_CLOCK, DATELESS].flat().flatMap(alternatives))(
    'name files: %s',
    (glob) => {
      expect(globSync(glob, { cwd: ROOT, exclude: ['**/node_modules'] })).not.toEqual([])
    },
  )
})

/** The globs that a glob with braces stands for. */
function alternatives(glob: string): string[] {
  const [, before = '', inside, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(glob) ?? []
  return inside?.split(',').flatMap((one) => alternatives(before + one + after)) ?? [glob]
}
