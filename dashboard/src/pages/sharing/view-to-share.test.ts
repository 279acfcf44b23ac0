import { ApiTokenDraft } from '@half-measure/shared/sharing/api-token.ts'
import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { expect, it } from 'vitest'
import { withOwn } from '../../filters/scope.ts'
import { parseDay } from '../../time/day.ts'
import { panelIds, PANELS } from '../explore/explore-query.ts'
import { exploreParams } from '../explore/explore-view.ts'
import { viewToShare } from './view-to-share.ts'

const isAccepted = (view: string) => ApiTokenDraft.safeParse({ kind: 'link', name: 'A', view }).success

it('is what Explore shows', () => {
  const view = 'period=91d&compare=off&f=is%2Cpage%2C%2Fstories&metric=clicks'
  expect(viewToShare(`?${view}`)).toBe(view)
})

it('has the days of a period by name, if they are to stay', () => {
  const today = parseDay('2026-11-27') ?? undefined
  expect(viewToShare('period=last-month&f=is,page,/', today)).toBe(
    'from=2026-10-01&to=2026-10-31&f=is%2Cpage%2C%2F',
  )
  expect(viewToShare('from=2026-10-01&to=2026-10-31', today)).toBe('from=2026-10-01&to=2026-10-31')
})

it('has every choice that Explore offers', () => {
  const panels = Object.fromEntries(panelIds.map((panel) => [panel, PANELS[panel].dimensions[1]]))
  const details = {
    dimension: Dimension.enum.page,
    search: 'pine',
    order: { metric: 'clicks' as const, descending: true },
  }
  const all = withOwn(
    new URLSearchParams(),
    exploreParams({ metric: 'clicks', interval: 'hour', panels, details }),
  )
  expect(viewToShare(all.toString())).toBe(all.toString())
  expect(isAccepted(all.toString())).toBe(true)
})

it.each([
  ['period=rolling', 'period=7d'],
  ['period=yesterdy&utm_source=newsletter', ''],
  ['from=2026-11-01&to=2026-11-31', ''],
  ['compare=mars&bots=some&f=is,colour,red&f=is,country,GB', 'f=is%2Ccountry%2CGB'],
])('has defaults in place of what Explore cannot read or a link cannot show: %s', (query, view) => {
  expect(viewToShare(query)).toBe(view)
  expect(isAccepted(view)).toBe(true)
})
