import { SessionPath } from '@half-measure/shared/stats/sessions.ts'
import { useQuestion } from '../../api/use-question.ts'
import { countOf } from '../../format/number.ts'
import { formatClockWithSeconds, formatLongDay } from '../../format/time.ts'
import { valueLabel } from '../../format/value-label.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { eventWords } from './event-words.ts'

interface VisitPathProps {
  id: string
}

/** Everything that one session did, in its order. */
export function VisitPath({ id }: VisitPathProps) {
  const answer = useQuestion({
    about: 'visits',
    path: `/api/stats/sessions/${encodeURIComponent(id)}`,
    schema: SessionPath,
  })
  return (
    <Figures answer={answer} what="This visit" skeleton={<Skeleton rows={8} />}>
      {(path) =>
        path.events.length === 0 ? (
          <Empty>Nothing is kept of this session: it has expired, was erased, or never was.</Empty>
        ) : (
          <Path path={path} />
        )
      }
    </Figures>
  )
}

function Path({ path: { events, truncated, ...reader } }: { path: SessionPath }) {
  const facts = [
    reader.country !== '' && valueLabel('country', reader.country),
    valueLabel('device', reader.device),
    reader.browser,
    reader.os,
    reader.is_bot && 'says that it is a bot',
  ]
  const begun = events[0] && formatLongDay(new Date(events[0].at))
  return (
    <Panel title={countOf(events.length, 'event')} note={facts.filter(Boolean).join(', ')}>
      <p className="path-day">{begun}, UK time</p>
      <ol className="path">
        {events.map((event, index) => {
          const { kind, words, detail } = eventWords(event)
          return (
            // Events have no name of their own, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-kind={event.kind}>
              <time dateTime={event.at}>{formatClockWithSeconds(new Date(event.at))}</time>
              <span className="path-kind">{kind}</span>
              <span className="path-words">
                {words}
                {detail !== '' && <span className="path-detail">{detail}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {truncated && <p>There are more events than are listed.</p>}
    </Panel>
  )
}
