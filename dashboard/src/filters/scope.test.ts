import { describe, expect, it } from 'vitest'
import type { Day } from '../time/day.ts'
import { type PageParams, type PageScope, readScope, scopeHref, writeScope } from './scope.ts'
import { pageHref } from './value-hrefs.ts'

const read = (query: string) => readScope(new URLSearchParams(query))

const usual: PageScope = {
  range: { kind: 'preset', preset: '28d' },
  bots: 'exclude',
  compare: 'week',
  filters: [],
}

describe('readScope', () => {
  it('is 28 days compared with the same weekdays before by default', () => {
    expect(read('')).toEqual({ scope: usual, problems: [] })
  })

  it('reads what people write', () => {
    expect(read('period=7d&compare=year&bots=include&f=is,page,/a&f=contains,referrer,news').scope).toEqual({
      range: { kind: 'preset', preset: '7d' },
      bots: 'include',
      compare: 'year',
      filters: [
        { operator: 'is', dimension: 'page', values: ['/a'] },
        { operator: 'contains', dimension: 'referrer', values: ['news'] },
      ],
    })
  })

  it('reads a value by its key or as it is shown', () => {
    const { scope, problems } = read(
      'f=is,channel,Search|AI assistant&f=is_not,event_type,Newsletter sign-up&f=is,utm_source,News Desk&f=contains,channel,AI',
    )
    expect(scope.filters.map(({ values }) => values)).toEqual([
      ['search', 'ai_assistant'],
      ['newsletter_signup'],
      ['News Desk'],
      ['AI'],
    ])
    expect(problems).toEqual([])
  })

  it('reads a page by any spelling of its address, but not what an address contains', () => {
    const { scope } = read('f=is,page,/stories/?a=b|/&f=is_not,entry,/about//#us|&f=contains,page,/articles/')
    expect(scope.filters.map(({ values }) => values)).toEqual([
      ['/stories', '/'],
      ['/about', ''],
      ['/articles/'],
    ])
  })

  it.each([
    ['period=fortnight', 'Unknown period “fortnight” in the URL; showing last 28 days.'],
    ['from=2026-11-07&to=2026-11-01', 'Invalid dates in the URL; showing last 28 days.'],
    ['from=2026-11-07', 'Invalid dates in the URL; showing last 28 days.'],
    ['compare=mars', 'Invalid `compare` value “mars” in the URL; using the default.'],
    [
      'compare=2026-11-07..2026-11-01',
      'Invalid `compare` value “2026-11-07..2026-11-01” in the URL; using the default.',
    ],
    ['bots=some', 'Invalid `bots` value “some” in the URL; using the default.'],
    ['f=like,page,/a', 'Invalid filter “like,page,/a” in the URL; ignoring it.'],
    ['f=is,colour,red', 'Invalid filter “is,colour,red” in the URL; ignoring it.'],
  ])('reports %s and uses the default', (query, problem) => {
    expect(read(query)).toEqual({ scope: usual, problems: [problem] })
  })

  it('takes no more filters than a query may have', () => {
    const { scope, problems } = read(Array.from({ length: 13 }, (_, n) => `f=is,page,/${n}`).join('&'))
    expect(scope.filters).toHaveLength(12)
    expect(problems).toHaveLength(1)
  })

  it('has the default of its page', () => {
    expect(readScope(new URLSearchParams(), 'rolling').scope.range).toEqual({
      kind: 'preset',
      preset: 'rolling',
    })
  })
})

describe('writeScope', () => {
  it('leaves out the defaults of its page', () => {
    expect(writeScope(usual).toString()).toBe('')
    expect(writeScope(usual, 'rolling').toString()).toBe('period=28d')
  })

  it('is read back as it was', () => {
    const scope: PageScope = {
      range: { kind: 'days', from: '2026-03-28' as Day, to: '2026-03-30' as Day },
      bots: 'include',
      compare: null,
      filters: [{ operator: 'is_not', dimension: 'utm_term', values: ['a,b', 'c|d', 'é\\'] }],
    }
    expect(read(writeScope(scope).toString())).toEqual({ scope, problems: [] })
  })
})

it('the address of a page about a scope has its filters, and those of a row beside them', () => {
  const scope: PageScope = {
    ...usual,
    filters: [{ operator: 'is', dimension: 'utm_campaign', values: ['issue-2026-11-20'] }],
  }
  const hrefOf = (path: string, own?: PageParams) => scopeHref(scope, path, own)
  expect(pageHref({ hrefOf }, '/articles')).toBe(
    '/admin/explore?f=is,utm_campaign,issue-2026-11-20&f=is,page,/articles',
  )
})

it('the filter of a row takes the place of one that names other values of its dimension, and of no other', () => {
  const { scope } = read('f=is,page,/stories&f=is_not,page,/about&f=is,device,mobile')
  const hrefOf = (path: string, own?: PageParams) => scopeHref(scope, path, own)
  expect(pageHref({ hrefOf }, '/')).toBe('/admin/explore?f=is_not,page,/about&f=is,device,mobile&f=is,page,/')
  expect(hrefOf('/admin/explore')).toBe(
    '/admin/explore?f=is,page,/stories&f=is_not,page,/about&f=is,device,mobile',
  )
})
