import { trafficOrigin } from '../traffic-origin.ts'
import type { Step } from './step.ts'

export function putTrafficOrigin(siteHost: string): Step {
  return (draft) => {
    if (draft.event.type === 'page_view') {
      draft.origin = trafficOrigin(draft.event.referrer, draft.event.utm, siteHost)
    }
    return undefined
  }
}
