import { listSessions } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { SessionFacts } from '@half-measure/shared/stats/sessions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { Link } from 'react-router-dom'
import { useApiPages } from '../../api/queries.ts'
import { filterParams } from '../../api/stats.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { useScope } from '../../filters/use-scope.ts'
import { formatCount, formatDuration } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { paths } from '../../paths.ts'
import { periodParams } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { useNow } from '../../ui/use-now.ts'

/** The sessions behind the figures. */
export function SessionsPage() {
  const scope = useScope()
  const { period, filters } = scope
  const labelOf = useValueLabel()
  const query = new URLSearchParams([...periodParams(period, useNow()), ...filterParams(filters)])
  const { result, more } = useApiPages(listSessions, { query }, ({ sessions }) => sessions)
  return (
    <ScopedPage
      title="Sessions"
      subtitle="Single sessions, newest first; readers are not recognised from one to the next"
      scope={scope}
      controls={['filters']}
    >
      <Loaded
        result={result}
        what="The sessions"
        rows={12}
        empty={
          filters.length === 0
            ? 'No sessions in this period.'
            : 'No session in this period matches the filters.'
        }
      >
        {(sessions) => (
          <Table
            caption="Sessions"
            columns={columnsOf(labelOf)}
            rows={sessions}
            keyOf={({ session_id }) => session_id}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
      <Definitions of={DEFINED} />
    </ScopedPage>
  )
}

const DEFINED = [
  METRICS.sessions,
  METRICS.page_views,
  METRICS.clicks,
  METRICS.goals,
  DEFINITIONS.sessionDuration,
  DEFINITIONS.sessionEngaged,
  { label: DIMENSIONS.source, definition: DIMENSION_DEFINITIONS.source ?? '' },
]

const columnsOf = (labelOf: ValueLabel): Column<SessionFacts>[] => [
  {
    header: 'Started',
    render: ({ session_id, started_at, is_bot }) => (
      <>
        <Link to={paths.session(session_id)}>{formatMoment(started_at)}</Link>
        {is_bot && ' (bot)'}
      </>
    ),
  },
  {
    header: 'Pages',
    render: ({ entry, exit }) => [...new Set([entry, exit])].map((page) => labelOf('page', page)).join(' → '),
  },
  { header: METRICS.page_views.label, isNumeric: true, render: ({ page_views }) => formatCount(page_views) },
  { header: METRICS.clicks.label, isNumeric: true, render: ({ clicks }) => formatCount(clicks) },
  { header: METRICS.goals.label, isNumeric: true, render: ({ goals }) => formatCount(goals) },
  {
    header: DEFINITIONS.sessionDuration.label,
    isNumeric: true,
    render: ({ duration_seconds, engaged_seconds }) => (
      <>
        {formatDuration(duration_seconds)}{' '}
        <span className="note">{formatDuration(engaged_seconds)} engaged</span>
      </>
    ),
  },
  {
    header: DIMENSIONS.source,
    render: ({ channel, source, country, device, browser }) => (
      <>
        {listOf(labelOf('channel', channel), source)}{' '}
        <span className="note">
          {listOf(country && labelOf('country', country), labelOf('device', device), browser)}
        </span>
      </>
    ),
  },
]

function listOf(...words: string[]): string {
  return words.filter(Boolean).join(', ')
}
