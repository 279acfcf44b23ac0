import { describe, expect, it } from 'vitest'
import { partsOf, readFunnelView, stepOf, stepWords, USUAL_FUNNEL, writeFunnelView } from './funnel-view.ts'

const written = (view: Parameters<typeof writeFunnelView>[0]) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(writeFunnelView(view))) {
    for (const text of [value ?? []].flat()) params.append(name, text)
  }
  return params
}

describe('the funnel in the address', () => {
  it('is the usual one unless told', () => {
    expect(readFunnelView(new URLSearchParams())).toEqual(USUAL_FUNNEL)
  })

  it('is read back as it was written', () => {
    const view = { steps: ['page:/', 'element:button:hero', 'conversion:contact_sent'], window: 60 }
    expect(readFunnelView(written(view))).toEqual(view)
  })

  it.each(['step=page:/', 'step=page:/&step=nothing', 'window=0', 'window=soon'])('forgives %s', (query) => {
    expect(readFunnelView(new URLSearchParams(query))).toEqual(USUAL_FUNNEL)
  })
})

describe('a step', () => {
  it.each(['page:/articles/*', 'conversion:newsletter_signup', 'element:button:hero-cta'])(
    '%s comes apart and together again',
    (step) => {
      expect(stepOf(partsOf(step))).toBe(step)
    },
  )

  it('is said in words', () => {
    expect(stepWords('page:/')).toBe('Sees /')
    expect(stepWords('page:/articles/*')).toBe('Sees a page under /articles/')
    expect(stepWords('conversion:newsletter_signup')).toBe('Converts: newsletter signup')
    expect(stepWords('element:button:hero')).toBe('Clicks button:hero')
  })
})
