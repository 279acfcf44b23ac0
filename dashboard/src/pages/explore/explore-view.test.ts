import { describe, expect, it } from 'vitest'
import { withOwn } from '../../filters/scope.ts'
import { exploreParams, type ExploreView, readExploreView } from './explore-view.ts'

const read = (query: string) => readExploreView(new URLSearchParams(query))

const usual: ExploreView = {
  metric: 'sessions',
  interval: null,
  panels: {
    pages: 'page',
    sources: 'channel',
    content: 'category',
    campaigns: 'utm_campaign',
    actions: 'event_type',
    countries: 'country',
    technology: 'device',
    experiments: 'experiment',
  },
  details: null,
}

describe('readExploreView', () => {
  it('shows sessions, every panel by its first dimension, by default', () => {
    expect(read('')).toEqual({ view: usual, problems: [] })
  })

  it.each(['metric=visitors', 'interval=minute', 'pages=country'])(
    'reports %s and uses the default',
    (query) => {
      const [name, value] = query.split('=')
      expect(read(query)).toEqual({
        view: usual,
        problems: [`Invalid \`${name}\` value “${value}” in the URL; using the default.`],
      })
    },
  )
})

describe('exploreParams', () => {
  it('removes defaults from the address', () => {
    expect(Object.values(exploreParams(usual)).filter((value) => value !== null)).toEqual([])
  })

  it('names only the given part', () => {
    expect(exploreParams({ metric: 'clicks' })).toEqual({ metric: 'clicks' })
    expect(exploreParams({ details: null })).toEqual({ details: null, search: null, order: null })
  })

  it('is read back as it was', () => {
    const view: ExploreView = {
      metric: 'bounce_rate',
      interval: 'hour',
      panels: { ...usual.panels, technology: 'os', campaigns: 'utm_term' },
      details: { dimension: 'page', search: 'pine', order: { metric: 'clicks', descending: true } },
    }
    const query = withOwn(new URLSearchParams(), exploreParams(view))
    expect(read(query.toString())).toEqual({ view, problems: [] })
  })
})
