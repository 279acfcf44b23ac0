import { aClick, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { aDraft } from '../../testing/drafts.ts'
import { putTrafficOrigin } from './put-traffic-origin.ts'

const step = putTrafficOrigin('halfmeasure.test')

describe('putTrafficOrigin', () => {
  it('reads referrer and campaign of a page view', () => {
    const draft = aDraft({
      event: aPageView({ referrer: 'https://www.bing.com/search?q=beer', utm: { campaign: 'x' } }),
    })
    expect(step(draft)).toBeUndefined()
    expect(draft.origin).toEqual({ referrerHost: 'bing.com', source: 'Bing', channel: 'search' })
  })

  it('knows its own pages', () => {
    const draft = aDraft({ event: aPageView({ referrer: 'https://halfmeasure.test/stories' }) })
    step(draft)
    expect(draft.origin.channel).toBe('internal')
  })

  it('leaves other events alone', () => {
    const draft = aDraft({ event: aClick() })
    expect(step(draft)).toBeUndefined()
    expect(draft.origin).toEqual({ referrerHost: '', source: '', channel: 'direct' })
  })
})
