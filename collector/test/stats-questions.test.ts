import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketStarts, MAX_BUCKETS } from '../src/stats/buckets.ts'
import { conversionRate } from '../src/stats/summary.ts'
import { TestStack } from './test-stack.ts'

it('rounds ties up: 7.125 percent is 7.13', () => {
  expect(conversionRate(57, 800)).toBe(7.13)
})

it('has at most so many buckets as it says', () => {
  expect(bucketStarts(0, 5_000 * 3_600_000, 'hour', 'UTC').length).toBeLessThanOrEqual(MAX_BUCKETS)
})

describe('questions are answered or refused, never 500', () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await TestStack.open()
  }, 60_000)
  afterAll(() => stack[Symbol.asyncDispose]())

  const week = { from: '2026-11-13T00:00:00Z', to: '2026-11-20T00:00:00Z' }
  it.each([
    ['a zone in small letters', 'timeseries', { ...week, tz: 'europe/london' }],
    ['an offset for a zone', 'timeseries', { ...week, tz: '+01:00' }],
    ['an old name of a zone', 'timeseries', { ...week, tz: 'US/Eastern' }],
    ['a short name of a zone', 'timeseries', { ...week, tz: 'EST5EDT' }],
    ['the year before the first', 'summary', { ...week, from: '0000-01-01T00:00:00+23:59' }],
    ['the year after the last', 'summary', { ...week, to: '9999-12-31T23:59:59-23:59' }],
    [
      'a series of a thousand years',
      'timeseries',
      { from: '1000-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    ],
    [
      'a series beyond its buckets',
      'timeseries',
      { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', interval: 'hour' },
    ],
  ])('%s', async (_, path, query: Record<string, string>) => {
    const { status, json } = await stack.stats(path, query)
    expect([200, 400], JSON.stringify(json).slice(0, 200)).toContain(status)
  })

  it('a series that would be cut is refused, rather than shown as if it were whole', async () => {
    const { status } = await stack.stats('timeseries', {
      from: '2020-01-01T00:00:00Z',
      to: '2026-01-01T00:00:00Z',
      interval: 'hour',
    })
    expect(status).toBe(400)
  })
})
