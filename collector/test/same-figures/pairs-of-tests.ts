import { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { Summary } from '@half-measure/shared/stats/overview.ts'
import { WHOLE } from './figures-stack.ts'
import { type Pair, is } from './pair.ts'

export const TESTS: readonly Pair[] = [
  {
    metrics: ['sessions'],
    places: 'the tab of A/B tests, and Explore by variant',
    query: async (page) => {
      const shares = await page.get(ExperimentShares, 'experiments', {}, WHOLE)
      const variants = shares.map(async ({ test_name, total, variants }) => {
        const filters = [is('experiment', test_name)]
        return [
          {
            total,
            ...Object.fromEntries(variants.map(({ variant, assignments }) => [variant, assignments])),
          },
          {
            total: await page.total('sessions', { range: WHOLE, filters }),
            ...(await page.byValue('sessions', 'variant', { range: WHOLE, filters })),
          },
        ]
      })
      const both = await Promise.all(variants)
      return [both.map(([one]) => one), both.map(([, other]) => other)]
    },
  },
  {
    metrics: ['sessions'],
    places: 'the card of A/B tests, and the tests of its tab',
    query: async (page) => {
      const { active_tests } = await page.get(Summary, 'summary')
      return [active_tests, (await page.get(ExperimentShares, 'experiments')).length]
    },
  },
  {
    metrics: ['sessions'],
    places: 'the tab of A/B tests, and who was exposed to a test',
    query: async (page) => {
      const shares = await page.get(ExperimentShares, 'experiments', {}, WHOLE)
      const share = shares.find(({ test_name }) => test_name === 'review_page_layout')
      const result = await page.get(
        ExperimentResult,
        'experiments/results',
        { test: 'review_page_layout' },
        {},
      )
      const exposed = result.variants.map(({ variant, exposures, open }) => [
        variant,
        exposures + (open?.exposures ?? 0),
      ])
      const assigned = result.variants.map(({ variant }) => [
        variant,
        share?.variants.find((one) => one.variant === variant)?.assignments ?? 0,
      ])
      return [exposed, assigned]
    },
  },
]
