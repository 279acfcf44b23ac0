import { valueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { describe, expect, it } from 'vitest'
import {
  DEFAULT_FUNNEL,
  funnelParams,
  pageFilterOf,
  partsOf,
  readFunnelView,
  stepLabel,
  stepOf,
} from './funnel-view.ts'

const written = (view: Parameters<typeof funnelParams>[0]) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(funnelParams(view))) {
    for (const text of [value ?? []].flat()) params.append(name, text)
  }
  return params
}

describe('the funnel in the address', () => {
  it('is the usual one by default', () => {
    expect(readFunnelView(new URLSearchParams())).toEqual(DEFAULT_FUNNEL)
  })

  it('is read back as it was written', () => {
    const steps = ['page:/', 'element:button:hero', 'conversion:contact_sent']
    const view = { steps, window: 60, split: 'device' } as const
    expect(readFunnelView(written(view))).toEqual(view)
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
    expect(pageFilterOf('page:/newsletter')).toEqual({
      operator: 'is',
      dimension: 'page',
      values: ['/newsletter'],
    })
    expect(pageFilterOf('page:/articles/*')).toMatchObject({ operator: 'contains', values: ['/articles/'] })
    expect(pageFilterOf('conversion:newsletter_signup')).toBeNull()
  })

  it('is said in words', () => {
    expect(stepLabel('page:/', valueLabel)).toBe('Views /')
    expect(stepLabel('page:/articles/pine-beer', () => 'Pine Beer')).toBe('Views Pine Beer')
    expect(stepLabel('page:/articles/*', valueLabel)).toBe('Views a page under /articles/')
    expect(stepLabel('conversion:newsletter_signup', valueLabel)).toBe('Converts: Newsletter sign-up')
    expect(stepLabel('element:button:hero', valueLabel)).toBe('Clicks button:hero')
  })
})
