import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import {
  aBeacon,
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'

/** A session of two days that ended at `at`: seven events, at least one of each kind. */
export function aSession(session_id: string, at = Date.now()): SentBeacon {
  const occurred_at = new Date(at).toISOString()
  return aBeacon({
    session_id,
    consent: { analytics: true, version: '2026-11', at: '2010-01-01T00:00:00.000Z' },
    events: [
      aPageView({ occurred_at: new Date(at - DAY_MS).toISOString() }),
      aPageView({ occurred_at }),
      aPageView({ occurred_at, page_path: '/' }),
      aClick({ occurred_at }),
      aConversion({ occurred_at }),
      anAssignment({ occurred_at }),
      anEngagement({ occurred_at }),
    ],
  })
}
