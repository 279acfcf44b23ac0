import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ApiErrorBody } from '../api-error.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { ConversionCounts, RecentActivity, Summary, Timeseries, TopElements, TopPages } from './overview.ts'
import { Delivery } from './delivery.ts'
import { ExperimentShares } from './experiment-shares.ts'

const at = '2026-11-20T10:00:00.000Z'
const summary = {
  page_views: 3,
  unique_sessions: 2,
  click_events: 1,
  unique_element_types: 1,
  conversions: 1,
  conversion_rate: 33.33,
  active_tests: 0,
}
const delivery = {
  received: 6,
  accepted: 3,
  duplicates: 1,
  rejected: { invalid_event: 2 },
  stored: 3,
  pending: 0,
  oldest_pending_ms: 0,
  dead_letters: 0,
  erased: 0,
  expired: 0,
  last_reconciliation: null,
}

/** Schema, a response from the contract, and the same with one thing wrong at the path beside it. */
const responses: [string, z.ZodType, unknown, unknown, string][] = [
  ['Summary', Summary, summary, { ...summary, page_views: '3' }, 'page_views'],
  [
    'Timeseries',
    Timeseries,
    [{ start: at, page_views: 2, unique_sessions: 1 }],
    [{ start: '2026-11-20', page_views: 2, unique_sessions: 1 }],
    '0.start',
  ],
  ['TopPages', TopPages, [{ page_path: '/', views: 2 }], [{ page_path: '/', views: 2.5 }], '0.views'],
  ['TopElements', TopElements, [{ element: 'a:b', clicks: 2 }], [{ element: null, clicks: 2 }], '0.element'],
  [
    'ConversionCounts',
    ConversionCounts,
    [{ event_type: 'review_view', count: 2 }],
    [{ event_type: 'purchase', count: 2 }],
    '0.event_type',
  ],
  [
    'RecentActivity',
    RecentActivity,
    [{ kind: 'click', label: 'button:hero', at }],
    [{ kind: 'engagement', label: '/', at }],
    '0.kind',
  ],
  [
    'RecentActivity with a time of the database',
    RecentActivity,
    [],
    [{ kind: 'click', label: '/', at: '2026-11-20 10:00:00.000' }],
    '0.at',
  ],
  [
    'ExperimentShares',
    ExperimentShares,
    [{ test_name: 't', total: 1, variants: [{ variant: 'v', assignments: 1, share: 100 }] }],
    [{ test_name: 't', total: 1, variants: [{ variant: 'v', assignments: 1, share: '100' }] }],
    '0.variants.0.share',
  ],
  [
    'Delivery',
    Delivery,
    delivery,
    { ...delivery, rejected: { invalid_event: '2' } },
    'rejected.invalid_event',
  ],
  [
    'ApiErrorBody',
    ApiErrorBody,
    { error: { code: 'invalid_body', message: 'No.', details: ['a'] } },
    { error: 'invalid_body' },
    'error',
  ],
]

describe.each(responses)('%s', (_, schema, good, bad, path) => {
  it('accepts the response of the contract unchanged', () => {
    expect(schema.parse(good)).toEqual(good)
  })

  it('refuses another shape, with its path', () => {
    expect(problemsOf(schema, bad)).toEqual([path])
  })
})
