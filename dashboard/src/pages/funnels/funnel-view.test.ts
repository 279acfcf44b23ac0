import { valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_FUNNEL,
  funnelParams,
  pagesOf,
  partsOf,
  readFunnelView,
  stepColumns,
  stepLabel,
  stepOf,
} from './funnel-view.ts'
import { withOwn } from '../../filters/scope.ts'
import { tableCsv } from '../../ui/table-csv.ts'

describe('the funnel in the address', () => {
  it('is the usual one by default', () => {
    expect(readFunnelView(new URLSearchParams())).toEqual(DEFAULT_FUNNEL)
  })

  it('is read back as it was written', () => {
    const steps = ['page:/', 'element:button:hero', 'conversion:contact_sent']
    const view = { steps, window: 60, split: 'device' } as const
    expect(readFunnelView(withOwn(new URLSearchParams(), funnelParams(view)))).toEqual(view)
  })

  it.each(['step=page:/', 'step=page:/&step=nothing', 'window=0', 'window=soon', 'by=page'])(
    'forgives %s',
    (query) => {
      expect(readFunnelView(new URLSearchParams(query))).toEqual(DEFAULT_FUNNEL)
    },
  )
})

describe('a step', () => {
  it.each(['page:/articles/*', 'conversion:newsletter_signup', 'element:button:hero-cta'])(
    '%s comes apart and together again',
    (step) => {
      expect(stepOf(partsOf(step))).toBe(step)
    },
  )

  it('finds its page views, where it is about pages', () => {
    expect(pagesOf('page:/newsletter')?.filter).toEqual({
      operator: 'is',
      dimension: 'page',
      values: ['/newsletter'],
    })
    expect(pagesOf('page:/articles/*')?.filter).toMatchObject({
      operator: 'contains',
      values: ['/articles/'],
    })
    expect(pagesOf('conversion:newsletter_signup')).toBeNull()
  })

  it.each([
    ['page:/articles/*', ['/articles/pine-beer']],
    ['page:/Articles/*', ['/Articles/about']],
    ['page:/articles/', ['/articles']],
  ])('%s includes the pages that the funnel counts', (step, pages) => {
    const all = ['/articles/pine-beer', '/articles', '/Articles/about', '/archive/articles/']
    expect(all.filter((page) => pagesOf(step)?.includes(page))).toEqual(pages)
  })

  it('is said in words', () => {
    expect(stepLabel('page:/', valueLabel)).toBe('Views /')
    expect(stepLabel('page:/articles/pine-beer', () => 'Pine Beer')).toBe('Views Pine Beer')
    expect(stepLabel('page:/articles/*', valueLabel)).toBe('Views a page under /articles/')
    expect(stepLabel('conversion:newsletter_signup', valueLabel)).toBe('Converts: Newsletter sign-up')
    expect(stepLabel('element:button:hero', valueLabel)).toBe('Clicks button:hero')
  })
})

describe('the file of a funnel', () => {
  const step = { step: 'page:/', sessions: 40, of_first: 100, of_previous: null, lost: 0 }
  const rows = [
    { ...step, before: { ...step, sessions: 30 } },
    {
      ...step,
      step: 'element:button:hero',
      sessions: 10,
      of_first: 25,
      of_previous: 25,
      lost: 30,
      before: undefined,
    },
  ]

  it('has each step, and what it was compared with', () => {
    const columns = stepColumns(valueLabel, '2026-11-01 to 2026-11-07')
    const [header, ...lines] = tableCsv(rows, columns).trimEnd().split('\r\n')
    expect(header).toContain('"Of the first step (%): Sessions at the step, divided by those at the first."')
    expect(header).toMatch(
      /,"Sessions, 2026-11-01 to 2026-11-07","Of the first step, 2026-11-01 to 2026-11-07 \(%\)"$/,
    )
    expect(lines).toEqual([
      '"Views /","40","100","","0","30","100"',
      '"Clicks button:hero","10","25","25","30","",""',
    ])
  })

  it('has nothing compared without a comparison', () => {
    expect(stepColumns(valueLabel, undefined)).toHaveLength(5)
  })
})
