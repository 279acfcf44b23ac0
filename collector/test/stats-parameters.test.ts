import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestStack } from './test-stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await TestStack.open()
})

afterAll(() => stack[Symbol.asyncDispose]())

const week = { from: '2026-11-13T00:00:00Z', to: '2026-11-20T00:00:00Z' }

describe('valid parameters', () => {
  it.each([
    ['a zone in small letters', 'timeseries', { ...week, tz: 'europe/london' }],
    ['an old name of a zone', 'timeseries', { ...week, tz: 'US/Eastern' }],
    ['a short name of a zone', 'timeseries', { ...week, tz: 'EST5EDT' }],
    ['the year before the first', 'summary', { ...week, from: '0000-01-01T00:00:00+23:59' }],
    ['the year after the last', 'summary', { ...week, to: '9999-12-31T23:59:59-23:59' }],
  ])('%s', async (_, path, query: Record<string, string>) => {
    const { status, text } = await stack.stats(path, query)
    expect(status, text.slice(0, 200)).toBe(200)
  })
})

describe('invalid parameters', () => {
  it.each([
    ['no range', {}],
    ['half a range', { from: week.from }],
    ['SQL', { from: "2026-11-01T00:00:00Z' OR 1=1 --", to: week.to }],
    ['an offset for a zone', { ...week, tz: '+01:00' }],
  ])('%s', async (_, query: Record<string, string>) => {
    for (const path of [
      'summary',
      'top-pages',
      'top-elements',
      'conversions',
      'recent-activity',
      'experiments',
      'timeseries',
    ]) {
      const { status, json } = await stack.stats(path, query)
      expect(status).toBe(400)
      expect(json).toMatchObject({ error: { code: 'invalid_query' } })
    }
  })

  it.each(['0', '5; DROP TABLE x'])('a limit of %j', async (limit) => {
    for (const path of ['top-pages', 'top-elements', 'recent-activity']) {
      const { status, json } = await stack.stats(path, { ...week, limit })
      expect(status).toBe(400)
      expect(json).toMatchObject({
        error: { code: 'invalid_query', details: [expect.stringMatching(/^limit: /)] },
      })
    }
  })

  it.each([
    ['from', 'query', { to: week.to }],
    ['by', 'query', { ...week, by: 'colour' }],
    ['f', 'sessions', { ...week, f: 'near,page,/' }],
    ['f', 'coverage', { ...week, f: 'is,device,mobile' }],
    ['step', 'funnels/result', { ...week, step: 'page:/' }],
    ['window_minutes', 'funnels/result', { ...week, step: 'page:/', window_minutes: '0' }],
    ['steps', 'journeys', { ...week, page: '/', steps: '9' }],
  ])('a wrong `%s` of %s is named', async (name, path, query: Record<string, string>) => {
    expect(await stack.stats(path, query)).toMatchObject({
      status: 400,
      json: {
        error: { details: expect.arrayContaining([expect.stringMatching(new RegExp(`^${name}: `))]) },
      },
    })
  })

  it.each([
    ['of another kind', { ...week, interval: 'minute' }],
    ['of a thousand years', { from: '1000-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
    // Rather than a series that is cut, and shown as if it were whole.
    ['of so many hours', { from: '2020-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', interval: 'hour' }],
  ])('buckets %s', async (_, query: Record<string, string>) => {
    expect(await stack.stats('timeseries', query)).toMatchObject({ status: 400 })
  })
})

describe('who may query', () => {
  it.each([
    ['nobody in particular', undefined],
    ['a word', 'Bearer me'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
  ])('not %s: 401', async (_, authorization) => {
    for (const path of ['summary', 'delivery', 'experiments']) {
      const { status, headers } = await stack.request('GET', `/api/stats/${path}`, {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      })
      expect(status).toBe(401)
      expect(headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('an administrator, with a response that no cache stores', async () => {
    const { status, headers } = await stack.stats('summary', week)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})
