import { describe, expect, it } from 'vitest'
import { type IssueFigures, scorecardOf } from './scorecard.ts'

function issueFigures(
  clicks: number,
  part: Partial<IssueFigures['counts']> = {},
  sessions = 20,
): IssueFigures {
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

function figure(name: string, own: IssueFigures, others: readonly IssueFigures[], hours = 168) {
  return scorecardOf(own, others, hours).figures.find((figure) => figure.name === name)
}

describe('the scorecard of an issue', () => {
  it('has each figure beside the median of the issues before', () => {
    const others = [issueFigures(10), issueFigures(20), issueFigures(60), issueFigures(31)]
    expect(figure('click_rate', issueFigures(50), others)).toEqual({
      name: 'click_rate',
      value: 25,
      compared: 4,
      median: 12.8,
    })
    expect(figure('open_rate', issueFigures(50), others)).toMatchObject({ value: 75, median: 75 })
    expect(figure('unsubscribe_rate', issueFigures(50), others)).toMatchObject({ value: 0.5, median: 0.5 })
    expect(figure('session_rate', issueFigures(50), others)).toMatchObject({ value: 10, median: 10 })
    expect(figure('views_per_session', issueFigures(50), others)).toMatchObject({ value: 2.5, median: 2.5 })
  })

  it('says of each figure how many issues have it', () => {
    const withheld = issueFigures(10, { opens: null })
    const others = [
      ...Array<IssueFigures>(3).fill(issueFigures(10)),
      ...Array<IssueFigures>(7).fill(withheld),
    ]
    expect(scorecardOf(issueFigures(50), others, 168).compared).toBe(10)
    expect(figure('click_rate', issueFigures(50), others)).toMatchObject({ compared: 10, median: 5 })
    expect(figure('open_rate', issueFigures(50), others)).toMatchObject({ compared: 3, median: 75 })
  })

  it('compares with nothing where fewer than three issues have the figure', () => {
    const withheld = issueFigures(10, { opens: null })
    const others = [issueFigures(10), issueFigures(20), withheld]
    expect(figure('click_rate', issueFigures(50), others)?.median).toBe(5)
    expect(figure('open_rate', issueFigures(50), others)).toMatchObject({ value: 75, median: null })
    expect(figure('conversion_rate', issueFigures(50), others)).toMatchObject({ value: null, median: null })
  })

  it('has no figures in the first hour, nor of emails that none were delivered', () => {
    expect(figure('click_rate', issueFigures(50), [], 0)?.value).toBeNull()
    expect(figure('click_rate', issueFigures(0, { delivered: 0 }), [])?.value).toBeNull()
  })

  it('has those of the emails where sessions cannot be queried', () => {
    const own = { ...issueFigures(50), sessions: null }
    expect(figure('session_rate', own, [])?.value).toBeNull()
    expect(figure('click_rate', own, [])?.value).toBe(25)
  })
})
