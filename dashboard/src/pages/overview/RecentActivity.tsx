import { listRecentActivity } from '@half-measure/shared/routes/stats.ts'
import type { RecentActivity as Activity } from '@half-measure/shared/stats/overview.ts'
import { LIVE, useReport } from '../../api/stats.ts'
import { usePageTitle } from '../../filters/use-value-label.ts'
import { formatClock, formatLongDay, formatShortDay } from '../../format/time.ts'
import type { Period } from '../../time/period.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/use-now.ts'

const NEWEST = 5
const KINDS: Record<Activity[number]['kind'], string> = {
  page_view: 'View',
  click: 'Click',
  conversion: 'Conversion',
}

/** The newest page views, clicks and conversions. */
export function RecentActivity({ period }: { period: Period }) {
  const result = useReport(listRecentActivity, period, { query: { limit: String(NEWEST) } }, LIVE)
  return (
    <Panel title="Recent Activity" note={`The ${NEWEST} newest events, UK time`}>
      <Loaded
        result={result}
        rows={NEWEST}
        empty="Nothing happened in this period. Views, clicks and conversions appear here within two seconds; choose a longer period to see earlier ones."
      >
        {(events) => <ActivityList events={events} />}
      </Loaded>
    </Panel>
  )
}

function ActivityList({ events }: { events: Activity }) {
  // As in Top Pages, pages go by their paths.
  const titleOf = usePageTitle()
  const today = formatShortDay(useNow())
  return (
    <ol className="activity">
      {events.map(({ at, kind, label }, index) => {
        const time = new Date(at)
        const day = formatShortDay(time)
        const title = kind === 'page_view' ? titleOf(label) : undefined
        return (
          // Two events may be alike in everything, and nothing in the list has a state.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className="note" data-kind={kind}>
              {KINDS[kind]}
            </span>
            <span>
              {label}
              {title !== undefined && <span className="note"> {title}</span>}
            </span>
            <span>
              {day !== today && <span className="note">{day} </span>}
              <time dateTime={at} title={formatLongDay(time)}>
                {formatClock(time)}
              </time>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
