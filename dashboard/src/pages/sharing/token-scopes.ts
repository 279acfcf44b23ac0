import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'

/** What a token may read, with an example: a path below `/api/stats`, about the last seven days or about yesterday. */
export const SCOPES: readonly {
  readonly scope: TokenScope
  readonly label: string
  readonly example: string
  readonly path: (range: string, yesterday: string) => string
}[] = [
  {
    scope: 'figures',
    label: 'Figures',
    example: 'Sessions by day',
    path: (range) => `query?${range}&metrics=sessions&interval=day`,
  },
  {
    scope: 'revenue',
    label: 'Estimated values, commissions and the report on articles',
    example: 'Affiliate clicks and commissions',
    path: (range) => `affiliate?${range}`,
  },
  {
    scope: 'live',
    label: 'Recent activity, to the minute',
    example: 'The newest events',
    path: (range) => `recent-activity?${range}`,
  },
  {
    scope: 'events',
    label: 'Every single event, by table and day',
    example: 'The page views of yesterday',
    path: (_, yesterday) => `events.csv?table=page_views&day=${yesterday}`,
  },
]
