import type { SessionEvent } from '@half-measure/shared/stats/sessions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import type { Vital } from '@half-measure/shared/stats/web-vitals.ts'
import { formatVital } from '../../format/vital.ts'
import { formatDuration, formatPounds } from '@half-measure/shared/format-figures.ts'

interface EventLine {
  kind: string
  words: string
  /** Perhaps empty. */
  detail: string
  /** The page that was viewed. */
  page?: string
}

/**
 * What happened, as a line of the session's path.
 *
 * @param site the magazine's origin.
 */
export function eventLine(event: SessionEvent, labelOf: ValueLabel, site: string): EventLine {
  switch (event.kind) {
    case 'page_view':
      return {
        kind: 'View',
        words: labelOf('page', event.page_path),
        page: event.page_path,
        detail: event.referrer === '' ? '' : `from ${referrerText(event.referrer, labelOf, site)}`,
      }
    case 'click':
      return { kind: 'Click', words: event.element, detail: `on ${labelOf('page', event.page_path)}` }
    case 'conversion': {
      const worth = event.currency === 'GBP' ? formatPounds(event.value) : `${event.value} ${event.currency}`
      return {
        kind: 'Conversion',
        words: labelOf('event_type', event.event_type),
        detail: [event.product, event.value > 0 && worth, `on ${labelOf('page', event.page_path)}`]
          .filter(Boolean)
          .join(', '),
      }
    }
    case 'engagement': {
      const read = event.active_seconds > 0 && `${formatDuration(event.active_seconds)} of reading`
      const depth = event.scroll_depth > 0 && `${event.scroll_depth}% of the article`
      const reading = [read, depth].filter((part) => part !== false)
      const vitals = Object.entries({
        lcp: event.lcp_ms,
        inp: event.inp_ms,
        cls: event.cls,
      } as const).flatMap(([vital, value]) =>
        value === null ? [] : `${vital.toUpperCase()} ${formatVital(vital as Vital, value)}`,
      )
      return {
        kind: reading.length === 0 ? 'Web vitals' : 'Reading',
        words: [...reading, ...vitals].join(', '),
        detail: `on ${labelOf('page', event.page_path)}`,
      }
    }
    case 'ab_assignment':
      return { kind: 'Experiment', words: `${event.experiment}: ${event.variant}`, detail: '' }
  }
}

/** A page of ours by its title, anything else by its address. */
function referrerText(referrer: string, labelOf: ValueLabel, site: string): string {
  const address = URL.parse(referrer)
  return address !== null && address.origin === site ? labelOf('page', address.pathname) : referrer
}
