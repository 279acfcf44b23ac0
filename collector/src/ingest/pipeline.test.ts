import { aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { IdWindow } from '../spool/id-window.ts'
import { aDraft, atNow } from '../testing/drafts.ts'
import { pipeline, runPipeline, type Step } from './pipeline.ts'
import { SeenIds } from './seen-ids.ts'

describe('runPipeline', () => {
  it('stops at the first step that drops the event', () => {
    const taken: string[] = []
    const step = (name: string, reason?: 'prefetch' | 'duplicate'): Step => {
      return () => {
        taken.push(name)
        return reason
      }
    }
    const steps = [step('first'), step('second', 'prefetch'), step('third', 'duplicate')]
    expect(runPipeline(steps, aDraft())).toBe('prefetch')
    expect(taken).toEqual(['first', 'second'])
  })

  it('keeps an event that no step drops', () => {
    expect(runPipeline([], aDraft())).toBeUndefined()
  })
})

describe('pipeline', () => {
  const steps = () =>
    pipeline({
      countryOf: () => 'GB',
      seen: new SeenIds(new IdWindow(100, () => {})),
      isErased: (sessionId) => sessionId === 'session_1_erased',
      siteHost: 'halfmeasure.test',
    })

  it('fills in every part of a draft', () => {
    const draft = aDraft({
      event: aPageView({ occurred_at: atNow(), page_path: '/a/', referrer: 'https://www.bing.com/' }),
    })
    expect(runPipeline(steps(), draft)).toBeUndefined()
    expect(draft).toMatchObject({
      createdAt: Date.parse(atNow()),
      pagePath: '/a',
      country: 'GB',
      client: { browser: 'Safari', os: 'iOS', device: 'mobile', isBot: false },
      origin: { referrerHost: 'bing.com', source: 'Bing', channel: 'search' },
    })
  })

  it('does not remember an event that an earlier step dropped', () => {
    const all = steps()
    const beacon = { consent: { analytics: true, version: '2026-11', at: atNow() } } as const
    const early = aPageView({ occurred_at: atNow(-7_200_000) })
    expect(runPipeline(all, aDraft({ event: early, beacon }))).toBe('before_consent')
    const fetched = aPageView({ occurred_at: atNow() })
    expect(runPipeline(all, aDraft({ event: fetched, request: { isPrefetch: true } }))).toBe('prefetch')
    const forgotten = aPageView({ occurred_at: atNow() })
    expect(runPipeline(all, aDraft({ event: forgotten, beacon: { session_id: 'session_1_erased' } }))).toBe(
      'erased',
    )

    for (const event of [early, fetched, forgotten]) {
      expect(runPipeline(all, aDraft({ event }))).toBeUndefined()
      expect(runPipeline(all, aDraft({ event }))).toBe('duplicate')
    }
  })
})
