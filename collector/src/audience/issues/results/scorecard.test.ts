import { describe, expect, it } from 'vitest'
import { type IssueFacts, scorecardOf } from './scorecard.ts'

function facts(clicks: number, part: Partial<IssueFacts['counts']> = {}, sessions = 20): IssueFacts {
  return {
    counts: {
      delivered: 200,
      counting_opens: 40,
      opens: 30,
      clicks,
      unsubscribes: 1,
      machine_opens: 0,
      machine_clicks: 0,
      ...part,
    },
    sessions: { sessions, views_per_session: 2.5, engaged_time: 80, conversion_rate: null },
  }
}

function figure(name: string, own: IssueFacts, others: readonly IssueFacts[], hours = 168) {
  return scorecardOf(own, others, hours).figures.find((figure) => figure.name === name)
}

describe('the scorecard of an issue', () => {
  it('has each figure beside the median of the issues before', () => {
    const others = [facts(10), facts(20), facts(60), facts(31)]
    expect(figure('click_rate', facts(50), others)).toEqual({ name: 'click_rate', value: 25, median: 12.8 })
    expect(figure('open_rate', facts(50), others)).toMatchObject({ value: 75, median: 75 })
    expect(figure('unsubscribe_rate', facts(50), others)).toMatchObject({ value: 0.5, median: 0.5 })
    expect(figure('session_rate', facts(50), others)).toMatchObject({ value: 10, median: 10 })
    expect(figure('views_per_session', facts(50), others)).toMatchObject({ value: 2.5, median: 2.5 })
  })

  it('compares with nothing where fewer than three issues have the figure', () => {
    const withheld = facts(10, { opens: null })
    const others = [facts(10), facts(20), withheld]
    expect(figure('click_rate', facts(50), others)?.median).toBe(5)
    expect(figure('open_rate', facts(50), others)).toMatchObject({ value: 75, median: null })
    expect(figure('conversion_rate', facts(50), others)).toMatchObject({ value: null, median: null })
  })

  it('has no figures in the first hour, nor of emails that none were delivered', () => {
    expect(figure('click_rate', facts(50), [], 0)?.value).toBeNull()
    expect(figure('click_rate', facts(0, { delivered: 0 }), [])?.value).toBeNull()
  })

  it('has those of the emails where sessions cannot be queried', () => {
    const own = { ...facts(50), sessions: null }
    expect(figure('session_rate', own, [])?.value).toBeNull()
    expect(figure('click_rate', own, [])?.value).toBe(25)
  })
})
