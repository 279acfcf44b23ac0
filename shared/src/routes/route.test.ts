import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type ResponseOf, type CallInput, route, urlOf } from './route.ts'

const change = route(
  'PATCH',
  '/api/messages/:id/parts/:part',
  z.object({ id: z.string() }),
  z.object({ status: z.string() }),
)
const list = route('GET', '/api/messages')

describe('urlOf', () => {
  it('fills in parameters so that they stay one segment each', () => {
    expect(urlOf(change, { params: { id: 'a/b', part: 'c d' } })).toBe('/api/messages/a%2Fb/parts/c%20d')
  })

  it('appends a query, and no question mark without one', () => {
    expect(urlOf(list, { query: { q: 'hops & malt' } })).toBe('/api/messages?q=hops+%26+malt')
    expect(
      urlOf(list, {
        query: new URLSearchParams([
          ['f', '1'],
          ['f', '2'],
        ]),
      }),
    ).toBe('/api/messages?f=1&f=2')
    expect(urlOf(list)).toBe('/api/messages')
    expect(urlOf(list, { query: new URLSearchParams() })).toBe('/api/messages')
  })
})

describe('the types of a call', () => {
  it('require the parameters of the path and the body', () => {
    expectTypeOf<CallInput<typeof change>['params']>().toEqualTypeOf<
      Readonly<Record<'id' | 'part', string>>
    >()
    expectTypeOf<CallInput<typeof change>['body']>().toEqualTypeOf<{ status: string }>()
    expectTypeOf<ResponseOf<typeof change>>().toEqualTypeOf<{ id: string }>()
  })

  it('require neither if the route has none', () => {
    expectTypeOf<CallInput<typeof list>>().toExtend<{ params?: undefined; body?: undefined }>()
    expectTypeOf<ResponseOf<typeof list>>().toEqualTypeOf<undefined>()
  })
})
