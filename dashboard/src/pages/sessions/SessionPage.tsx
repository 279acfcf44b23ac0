import { readSessionPath } from '@half-measure/shared/routes/reports.ts'
import type { SessionPath } from '@half-measure/shared/stats/sessions.ts'
import { Link, useParams } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { useScope } from '../../filters/use-scope.ts'
import { pageHref } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatClockWithSeconds, formatLongDay, formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { paths } from '../../paths.ts'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { eventLine } from './session-event.ts'

/** Everything that one session did, in order. */
export function SessionPage() {
  const { id = '' } = useParams()
  const result = useApiQuery(readSessionPath, { params: { id } })
  const started = result.status === 'ready' ? result.data.events[0]?.at : undefined
  return (
    <Page
      title={started === undefined ? 'Session' : `Session of ${formatMoment(started)}`}
      subtitle={id}
      tools={<Link to={paths.sessions}>All sessions</Link>}
    >
      <Loaded result={result} what="This session" rows={8}>
        {(path) =>
          path.events.length === 0 ? (
            <Empty>Nothing is stored of this session: it has expired, was erased, or never existed.</Empty>
          ) : (
            <PathPanel {...path} />
          )
        }
      </Loaded>
    </Page>
  )
}

function PathPanel({ events, truncated, country, device, browser, os, is_bot }: SessionPath) {
  const labelOf = useValueLabel()
  const scope = useScope()
  const facts = [
    country !== '' && labelOf('country', country),
    labelOf('device', device),
    browser,
    os,
    is_bot && 'self-declared bot',
  ]
  return (
    <Panel title={countOf(events.length, 'event')} note={facts.filter(Boolean).join(', ')}>
      <p className="note">{events[0] && formatLongDay(new Date(events[0].at))}, UK time</p>
      <ol className="session-path">
        {events.map((event, index) => {
          const { kind, words, detail, page } = eventLine(event, labelOf)
          return (
            // Events have no id, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-kind={event.kind}>
              <time dateTime={event.at}>{formatClockWithSeconds(new Date(event.at))}</time>
              <span>{kind}</span>
              <span>
                {page === undefined ? words : <Link to={pageHref(scope, page)}>{words}</Link>}{' '}
                {detail !== '' && <span className="note">{detail}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {truncated && <p className="note">There are more events than are listed.</p>}
    </Panel>
  )
}
