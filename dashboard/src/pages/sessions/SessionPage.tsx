import { readSessionPath } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { VITAL_DEFINITIONS } from '@half-measure/shared/stats/web-vital-definitions.ts'
import type { SessionEvent, SessionPath } from '@half-measure/shared/stats/sessions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useApiQuery } from '../../api/queries.ts'
import { pageHref, type ScopeLinks } from '../../filters/value-hrefs.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatClockWithSeconds, formatLongDay, formatMoment } from '../../format/time.ts'
import { useLastScopeLinks } from '../../layout/scope-links.ts'
import { Page } from '../../layout/Page.tsx'
import { siteOrigin } from '../../layout/site.tsx'
import { paths } from '../../paths.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { eventLine } from './session-event.ts'
import { SessionFigures } from './SessionFigures.tsx'
import { chosenSession, sessionsOfTab } from './tab-sessions.ts'

const DEFINED = [
  METRICS.clicks,
  METRICS.goals,
  DEFINITIONS.sessionDuration,
  DEFINITIONS.sessionEngaged,
  ...Object.values(VITAL_DEFINITIONS),
]

/** Everything that one session did, in order, and what its tab did before and after. */
export function SessionPage() {
  const { hash = '' } = useParams()
  const [params] = useSearchParams()
  const links = useLastScopeLinks()
  const labelOf = useValueLabel()
  const at = params.get('at') ?? ''
  const result = useApiQuery(readSessionPath, { params: { hash }, query: { at } })
  const sessions = result.status === 'ready' ? sessionsOfTab(result.data.events) : []
  const chosen = chosenSession(sessions, at)
  return (
    <Page
      title={titleOf(sessions[chosen])}
      subtitle="All its events, and the tab’s other sessions"
      tools={<Link to={links.hrefOf(paths.sessions)}>All sessions</Link>}
    >
      <Loaded result={result} what="This session" rows={8}>
        {(path) =>
          path.events.length === 0 ? (
            <Empty>There is no data for this session: it has expired, was erased, or never existed.</Empty>
          ) : (
            <div className="stack">
              {sessions[chosen]?.[0] && <SessionFigures hash={hash} startedAt={sessions[chosen][0].at} />}
              <EventsPanel
                title="Events"
                events={sessions[chosen] ?? []}
                note={detailsOf(path, labelOf)}
                links={links}
              />
              {sessions.flatMap((events, at) =>
                at === chosen ? (
                  []
                ) : (
                  <EventsPanel
                    key={events[0]?.at}
                    title={titleOf(events)}
                    note={`${at < chosen ? 'Earlier' : 'Later'} in the same tab`}
                    events={events}
                    links={links}
                  />
                ),
              )}
              <Definitions of={DEFINED} />
              {path.truncated && <p className="note">There are more events than are listed.</p>}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function titleOf(events: readonly SessionEvent[] | undefined): string {
  return events?.[0] ? `Session of ${formatMoment(events[0].at)}` : 'Session'
}

function detailsOf({ country, device, browser, os, is_bot }: SessionPath, labelOf: ValueLabel): string {
  const facts = [
    country !== '' && labelOf('country', country),
    labelOf('device', device),
    browser,
    os,
    is_bot && 'self-declared bot',
  ]
  return facts.filter(Boolean).join(', ')
}

interface EventsPanelProps {
  title: string
  note: string
  events: readonly SessionEvent[]
  links: ScopeLinks
}

function EventsPanel({ title, note, events, links }: EventsPanelProps) {
  const labelOf = useValueLabel()
  const site = siteOrigin()
  return (
    <Panel title={title} note={note}>
      <p className="note">
        {countOf(events.length, 'event')} from {events[0] && formatLongDay(new Date(events[0].at))}, UK time
      </p>
      <ol className="session-path">
        {events.map((event, index) => {
          const { kind, words, detail, page } = eventLine(event, labelOf, site)
          return (
            // Events have no id, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} data-kind={event.kind}>
              <time dateTime={event.at}>{formatClockWithSeconds(new Date(event.at))}</time>
              <span>{kind}</span>
              <span>
                {page === undefined ? words : <Link to={pageHref(links, page)}>{words}</Link>}{' '}
                {detail !== '' && <span className="note">{detail}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
