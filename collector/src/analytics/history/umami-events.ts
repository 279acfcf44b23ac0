import { publication } from '@half-measure/shared/publication.ts'
import { inSlices } from '../../platform/in-slices.ts'
import { DailySums, type HistoryRow } from './daily-sums.ts'
import { dayOf, pathOf } from './history-values.ts'
import { type CellOf, type HistoryReader, MAX_VALUE } from './read-table.ts'

/** Required columns of Umami's export of raw events, which has a row for each event. */
export const UMAMI_COLUMNS = ['created_at', 'session_id', 'url_path', 'event_type']
/** Columns of Umami's own totals, which have no days. */
export const UMAMI_TOTALS = ['x', 'y']

/** Umami's code for the event type. */
const PAGE_VIEW = '1'

/** A session's part of a day. */
interface Visit {
  readonly day: string
  /** Time of its first page view. */
  at: string
  source: string
  readonly country: string
  readonly device: string
}

/**
 * Adds up raw events of Umami by day, in the magazine's time zone; keeps nothing about a single visit. A visit
 * belongs to the source of its first page view of the day.
 */
export function umamiReader(names: readonly string[], today: string): HistoryReader {
  const sums = new DailySums()
  const leftOut = new Map<string, number>()
  const visits = new Map<string, Visit>()
  const visitedPages = new Set<string>()
  const visitColumn = names.includes('visit_id') ? 'visit_id' : 'session_id'

  function read(cell: CellOf): string | undefined {
    if (cell('event_type') !== PAGE_VIEW) {
      leftOut.set('not a page view', (leftOut.get('not a page view') ?? 0) + 1)
      return undefined
    }
    const at = instantOf(cell('created_at'))
    if (at === undefined) return 'created_at: a time such as 2026-11-20 10:00:00'
    const day = dayOf(at.toZonedDateTimeISO(publication.timeZone).toPlainDate().toString(), today)
    if ('problem' in day) return day.problem
    const visitId = cell(visitColumn)
    if (visitId === '') return `${visitColumn}: is empty`
    const page = pathOf(cell('url_path'))
    if (page.length > MAX_VALUE) return `url_path: longer than ${MAX_VALUE} characters`

    const time = at.toString()
    const key = `${day.iso} ${visitId}`
    const source = cell('referrer_domain') || 'Direct'
    const visit = visits.get(key)
    if (!visit)
      visits.set(key, {
        day: day.iso,
        at: time,
        source,
        country: cell('country') || '(unknown)',
        device: cell('device') || '(unknown)',
      })
    else if (time < visit.at) Object.assign(visit, { at: time, source })
    const isFirst = !visitedPages.has(`${key} ${page}`)
    visitedPages.add(`${key} ${page}`)

    const view = { day: day.iso, page_views: 1 }
    const { country, device } = visits.get(key) ?? { country: '', device: '' }
    sums.add({ ...view, dimension: 'total', value: '', visits: visit ? 0 : 1 })
    sums.add({ ...view, dimension: 'page', value: page, visits: isFirst ? 1 : 0 })
    sums.add({ ...view, dimension: 'country', value: country, visits: visit ? 0 : 1 })
    sums.add({ ...view, dimension: 'device', value: device, visits: visit ? 0 : 1 })
    return undefined
  }

  return {
    read,
    leftOut,
    get size() {
      return sums.size
    },
    async rows(): Promise<HistoryRow[]> {
      // The first page view of a visit is known only at the end.
      const sources = new DailySums()
      for await (const slice of inSlices(visits.values()))
        for (const { day, source } of slice)
          sources.add({ dimension: 'source', day, value: source, page_views: null, visits: 1 })
      return [...sums.rows, ...sources.rows]
    },
  }
}

/** UTC, unless the text has an offset. */
function instantOf(text: string): Temporal.Instant | undefined {
  const iso = text.trim().replace(' ', 'T')
  try {
    return Temporal.Instant.from(/(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(iso) ? iso : `${iso}Z`)
  } catch {
    return undefined
  }
}
