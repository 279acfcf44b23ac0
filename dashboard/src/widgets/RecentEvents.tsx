import type { RecentActivity } from '@half-measure/shared/stats/recent-activity.ts'
import type { Period } from '../filters/period.ts'
import { recentActivity } from '../api/stats-questions.ts'
import { useStats } from '../api/use-stats.ts'
import { formatClock, formatLongDay, formatShortDay } from '../format/time.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNow } from '../ui/use-now.ts'

type Activity = RecentActivity[number]

const KIND_NAMES: Record<Activity['kind'], string> = {
  page_view: 'View',
  click: 'Click',
  conversion: 'Conversion',
}

interface RecentEventsProps {
  period: Period
}

/** The five newest page views, clicks and conversions. */
export function RecentEvents({ period }: RecentEventsProps) {
  const answer = useStats(recentActivity, period)
  return (
    <Panel title="Recent Activity" note="The 5 newest events, UK time">
      <Figures answer={answer} skeleton={<Skeleton rows={5} />}>
        {(events) =>
          events.length === 0 ? (
            <Empty>Nothing happened in this period.</Empty>
          ) : (
            <ActivityList events={events} />
          )
        }
      </Figures>
    </Panel>
  )
}

interface ActivityListProps {
  events: RecentActivity
}

function ActivityList({ events }: ActivityListProps) {
  const today = formatShortDay(useNow())
  return (
    <ol className="activity">
      {keyed(events).map(({ key, event }) => {
        const at = new Date(event.at)
        const day = formatShortDay(at)
        return (
          <li key={key}>
            <span className="activity-kind" data-kind={event.kind}>
              {KIND_NAMES[event.kind]}
            </span>
            <span className="activity-label">{event.label}</span>
            <span className="activity-time">
              {day !== today && <span className="activity-day">{day}</span>}
              <time dateTime={event.at} title={formatLongDay(at)}>
                {formatClock(at)}
              </time>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Two events may be alike in everything that is shown. */
function keyed(events: RecentActivity): { key: string; event: Activity }[] {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const name = `${event.at} ${event.kind} ${event.label}`
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return { key: `${name} ${nth}`, event }
  })
}
