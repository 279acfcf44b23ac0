import { describe, expect, it } from 'vitest'
import { FunnelStepText, readFunnelStep } from './funnels-step.ts'

describe('readFunnelStep', () => {
  it.each([
    ['page:/', { kind: 'page', path: '/', isPrefix: false }],
    ['page:/articles/pine-beer', { kind: 'page', path: '/articles/pine-beer', isPrefix: false }],
    ['page:/articles/pine-beer/?a#b', { kind: 'page', path: '/articles/pine-beer', isPrefix: false }],
    ['page:/articles/*', { kind: 'page', path: '/articles/', isPrefix: true }],
    ['conversion:newsletter_signup', { kind: 'conversion', type: 'newsletter_signup' }],
    ['element:button:hero-cta', { kind: 'element', element: 'button:hero-cta' }],
    ['element:link', { kind: 'element', element: 'link' }],
  ])('%s', (text, step) => {
    expect(readFunnelStep(text)).toEqual(step)
  })
})

describe('FunnelStepText', () => {
  it.each(['', 'page', 'page:', 'page:articles', 'conversion:sale', 'element:', 'click:button', ':/'])(
    'refuses %j',
    (text) => {
      expect(FunnelStepText.safeParse(text).success).toBe(false)
    },
  )
})
