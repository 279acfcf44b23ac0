import { trafficOrigin } from '../traffic-origin.ts'
import type { Step } from './step.ts'

export function putTrafficOrigin(siteHost: string): Step {
  return (draft) => {
    const { event, beacon } = draft
    if (event.type === 'page_view') {
      // Accept counts the page being read at the moment of Accept. Both times are from the sender's clock.
      const isWhereAccepted = event.occurred_at <= beacon.consent.at
      draft.origin = trafficOrigin(event.referrer, event.utm, siteHost, isWhereAccepted)
    }
    return undefined
  }
}
