import { expect, it } from 'vitest'
import { Goals } from './goals.ts'
import { JourneyQuery } from './journeys.ts'

const page = (path: string) => ({ kind: 'page', path })

it.each([
  ['/articles/pine-beer/', '/articles/pine-beer'],
  ['/articles/pine-beer?utm_source=x', '/articles/pine-beer'],
  ['/articles/*', '/articles/*'],
  ['//articles//*?a#b', '/articles/*'],
])('reads the page %s as events have it', (given, path) => {
  const custom = [page(given), { kind: 'scroll', path: given, depth: 75 }]
  expect(Goals.parse({ event_types: [], custom }).custom).toMatchObject([{ path }, { path }])
  expect(JourneyQuery.parse({ page: given }).page).toBe(path)
})

it('has a page once, however it is spelled', () => {
  const goals = { event_types: [], custom: [page('/a'), page('/a/')] }
  expect(Goals.safeParse(goals).success).toBe(false)
})
