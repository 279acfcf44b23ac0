import { Retention, RETENTION_HOURS } from '@half-measure/shared/stats/retention.ts'
import { useReport } from '../../api/use-report.ts'
import type { Period } from '../../filters/period.ts'
import { NO_FIGURE } from '../../format/figure.ts'
import { countOf, formatCount, formatShare } from '../../format/number.ts'
import { formatDay } from '../../format/range-label.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ScrollFrame } from '../../ui/ScrollFrame.tsx'

const REPORT = { name: 'retention', schema: Retention }

/** Hours shown side by side; the rest is in the last column. */
const SHOWN_HOURS = [1, 2, 3, 4, 6, 8, 12, RETENTION_HOURS]

/** Whether visits were still going on, hour by hour after they began. */
export function RetentionTable({ period }: { period: Period }) {
  const answer = useReport(REPORT, period)
  return (
    <Panel title="Visits that go on" note="Page views in an hour after the visit began">
      <Figures answer={answer} skeleton={<Skeleton rows={10} />}>
        {({ note, visits, hours, later, days }) => (
          <>
            <p className="retention-note">{note}</p>
            {visits === 0 ? (
              <Empty>No visit began in this period.</Empty>
            ) : (
              <ScrollFrame label="Table: visits by day">
                <table className="details">
                  <caption className="visually-hidden">
                    Share of visits with a page view so many hours after their beginning
                  </caption>
                  <thead>
                    <tr>
                      <th scope="col">Began on</th>
                      <th scope="col">Visits</th>
                      {SHOWN_HOURS.map((hour) => (
                        <th key={hour} scope="col">
                          +{hour} h
                        </th>
                      ))}
                      <th scope="col">Later</th>
                    </tr>
                  </thead>
                  <tbody>
                    <HoursRow name="All days" visits={visits} hours={hours} later={later} />
                    {days.toReversed().map((day) => (
                      <HoursRow key={day.day} name={formatDay(day.day)} {...day} />
                    ))}
                  </tbody>
                </table>
              </ScrollFrame>
            )}
          </>
        )}
      </Figures>
    </Panel>
  )
}

interface HoursRowProps extends Pick<Retention, 'visits' | 'hours' | 'later'> {
  name: string
}

function HoursRow({ name, visits, hours, later }: HoursRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatCount(visits)}</td>
      {SHOWN_HOURS.map((shown) => {
        const hour = hours.find(({ hour }) => hour === shown)
        return (
          <td
            key={shown}
            data-none={!hour?.share || undefined}
            title={hour && `${countOf(hour.active, 'visit')} of ${formatCount(hour.visits)}`}
          >
            {hour?.share === null || hour === undefined ? NO_FIGURE : formatShare(hour.share)}
          </td>
        )
      })}
      <td>{formatCount(later)}</td>
    </tr>
  )
}
