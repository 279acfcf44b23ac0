import { formatCount, formatDuration } from '@half-measure/shared/format-figures.ts'
import { listSessions } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { SessionSummary } from '@half-measure/shared/stats/sessions.ts'
import { useApiQuery } from '../../api/queries.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { FigureList, type NamedFigure, Panel } from '../../ui/Panel.tsx'

interface SessionFiguresProps {
  hash: string
  /** Its first event, ISO 8601. */
  startedAt: string
}

/** What the list says of a session. */
export function SessionFigures({ hash, startedAt }: SessionFiguresProps) {
  const labelOf = useValueLabel()
  const next = new Date(Date.parse(startedAt) + 1).toISOString()
  const query = { from: startedAt, to: next, bots: 'include', limit: '100' }
  const result = useApiQuery(listSessions, { query })
  return (
    <Panel title="Summary">
      <Loaded result={result} rows={2}>
        {({ sessions }) => {
          const session = sessions.find(({ session_hash }) => session_hash === hash)
          return session ? (
            <FigureList figures={figuresOf(session, labelOf)} />
          ) : (
            <Empty>
              It is not in the list of sessions: its events have just arrived, or its tab sent more than any
              reader does.
            </Empty>
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** `Search, Google`; a source that begins with its channel says both: `Unknown (accepted on a later page)`. */
export function sourceText(channel: string, source: string): string {
  return source.startsWith(channel) ? source : [channel, source].filter(Boolean).join(', ')
}

function figuresOf(session: SessionSummary, labelOf: ValueLabel): NamedFigure[] {
  return [
    { label: DIMENSIONS.source, value: sourceText(labelOf('channel', session.channel), session.source) },
    {
      label: DEFINITIONS.sessionDuration.label,
      value: formatDuration(session.duration_seconds),
      note: `${formatDuration(session.engaged_seconds)} engaged`,
    },
    { label: METRICS.page_views.label, value: formatCount(session.page_views) },
    { label: METRICS.clicks.label, value: formatCount(session.clicks) },
    { label: METRICS.goals.label, value: formatCount(session.goals) },
  ]
}
