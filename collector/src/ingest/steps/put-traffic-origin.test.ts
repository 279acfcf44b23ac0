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

  it('knows the page on which the reader accepted: the view of the moment of Accept, and no later one', () => {
    const at = Date.UTC(2026, 10, 20, 10)
    const channelAt = (occurredAt: number) => {
      const draft = aDraft({
        event: aPageView({
          referrer: 'https://halfmeasure.test/stories',
          occurred_at: new Date(occurredAt).toISOString(),
        }),
        beacon: { consent: { analytics: true, version: '2026-11', at: new Date(at).toISOString() } },
      })
      step(draft)
      return draft.origin.channel
    }
    expect([at - 1, at, at + 1].map(channelAt)).toEqual(['unknown', 'unknown', 'internal'])
  })

  it('leaves other events alone', () => {
    const draft = aDraft({ event: aClick() })
    expect(step(draft)).toBeUndefined()
    expect(draft.origin).toEqual({ referrerHost: '', source: '', channel: 'direct' })
  })
})
