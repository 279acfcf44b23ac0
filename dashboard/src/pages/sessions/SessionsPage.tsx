import { formatCount, formatDuration } from '@half-measure/shared/format-figures.ts'
import { listSessions } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import {
  type Dimension,
  DIMENSION_DEFINITIONS,
  DIMENSIONS,
} from '@half-measure/shared/stats/engine/dimensions.ts'
import type { ValueLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { SessionSummary } from '@half-measure/shared/stats/sessions.ts'
import { Link } from 'react-router-dom'
import { filterParams, useReportPages, useStats } from '../../api/stats.ts'
import { useComparison } from '../../filters/use-comparison.ts'
import { type UsedScope, useScope } from '../../filters/use-scope.ts'
import { usePageTitle, useValueLabel } from '../../filters/use-value-label.ts'
import { deltaIn, exactFigure } from '../../format/metric.ts'
import { formatMoment } from '../../format/time.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { paths } from '../../paths.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { FigureList, Panel } from '../../ui/Panel.tsx'
import { type Column, figureColumn, noted, Table } from '../../ui/Table.tsx'
import { sourceText } from './SessionFigures.tsx'

/** Figures of whole sessions, like the list. Other figures count only the views and goals that filters keep. */
const FIGURES = ['sessions', 'median_duration', 'bounce_rate'] as const satisfies Metric[]

const DEFINED = [
  METRICS.page_views,
  METRICS.clicks,
  METRICS.goals,
  DEFINITIONS.sessionDuration,
  DEFINITIONS.sessionEngaged,
  { label: DIMENSIONS.source, definition: DIMENSION_DEFINITIONS.source ?? '' },
]

/** The sessions behind the figures. */
export function SessionsPage() {
  const scope = useScope()
  const { period, filters } = scope
  const labelOf = useValueLabel()
  const titleOf = usePageTitle()
  const query = filterParams(filters)
  const { result, more } = useReportPages(listSessions, period, { query }, ({ sessions }) => sessions)
  return (
    <ScopedPage
      title="Sessions"
      subtitle="Single sessions, newest first; readers are not recognised from one to the next"
      scope={scope}
    >
      <Figures scope={scope} />
      <Loaded
        result={result}
        what="The sessions"
        rows={12}
        empty={
          filters.length === 0
            ? 'No sessions in this period. Each appears here with its first event, a few seconds after a reader accepts cookies. Choose a longer period to see earlier ones.'
            : 'No session in this period matches the filters. Remove one, or choose a longer period.'
        }
      >
        {(sessions) => (
          <Table
            caption="Sessions"
            columns={columnsOf(labelOf, titleOf)}
            rows={sessions}
            keyOf={({ session_hash, started_at }) => `${session_hash} ${started_at}`}
            {...sessionsFile(sessions.length, more !== null, period)}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
      <Definitions of={DEFINED} />
    </ScopedPage>
  )
}

/** Figures of all the listed sessions, and their changes. */
function Figures({ scope }: { scope: UsedScope }) {
  const { filters, compare, period } = scope
  const comparison = useComparison(scope)
  const result = useStats({ metrics: [...FIGURES], filters, ...(compare && { compare }) }, period)
  return (
    <Panel title="Summary">
      <Loaded result={result} rows={2}>
        {({ totals }) => {
          const before = comparison.before({ compared: totals.compared ?? null })
          return (
            <FigureList
              figures={FIGURES.map((metric) => ({
                label: METRICS[metric].label,
                value: exactFigure(metric, totals.figures[metric]),
                change: deltaIn(metric, totals.figures, before),
              }))}
            />
          )
        }}
      </Loaded>
      {comparison.words !== null && <p className="note">{comparison.words}</p>}
      <Definitions of={FIGURES.map((metric) => METRICS[metric])} />
    </Panel>
  )
}

const columnsOf = (
  labelOf: ValueLabel,
  titleOf: (path: string) => string | undefined,
): Column<SessionSummary>[] => {
  const pagesOf = ({ entry, exit }: SessionSummary) =>
    [...new Set([entry, exit])].map((page) => labelOf('page', page)).join(' → ')
  return [
    {
      header: 'Started',
      value: ({ started_at }) => started_at,
      render: ({ session_hash, started_at, is_bot }) => (
        <>
          <Link to={paths.session(session_hash, started_at)}>
            <time dateTime={started_at}>{formatMoment(started_at)}</time>
          </Link>
          {is_bot && ' (bot)'}
        </>
      ),
    },
    {
      header: 'Pages',
      render: pagesOf,
      saved: [
        { ...savedDimension('entry'), value: ({ entry }) => entry },
        { header: `${DIMENSIONS.entry} title`, value: ({ entry }) => titleOf(entry) ?? '' },
        { ...savedDimension('exit'), value: ({ exit }) => exit },
        { header: `${DIMENSIONS.exit} title`, value: ({ exit }) => titleOf(exit) ?? '' },
      ],
    },
    figureColumn(METRICS.page_views, ({ page_views }) => page_views, formatCount),
    figureColumn(METRICS.clicks, ({ clicks }) => clicks, formatCount),
    figureColumn(METRICS.goals, ({ goals }) => goals, formatCount),
    {
      header: DEFINITIONS.sessionDuration.label,
      isNumeric: true,
      render: ({ duration_seconds, engaged_seconds }) =>
        noted(formatDuration(duration_seconds), `${formatDuration(engaged_seconds)} engaged`),
      saved: [
        { ...savedFigure('sessionDuration'), value: ({ duration_seconds }) => duration_seconds },
        { ...savedFigure('sessionEngaged'), value: ({ engaged_seconds }) => engaged_seconds },
      ],
    },
    {
      header: DIMENSIONS.source,
      render: ({ channel, source, country, device, browser }) =>
        noted(
          sourceText(labelOf('channel', channel), source),
          [country && labelOf('country', country), labelOf('device', device), browser]
            .filter(Boolean)
            .join(', '),
        ),
      saved: SAVED_VALUES.map((dimension) => ({
        ...savedDimension(dimension),
        value: (session) => labelOf(dimension, session[dimension]),
      })),
    },
  ]
}

function savedDimension(dimension: Dimension) {
  return { header: DIMENSIONS[dimension], definition: DIMENSION_DEFINITIONS[dimension] }
}

function savedFigure(figure: 'sessionDuration' | 'sessionEngaged') {
  return { header: DEFINITIONS[figure].label, ...DEFINITIONS[figure] }
}

const SAVED_VALUES = ['channel', 'source', 'country', 'device', 'browser', 'os'] as const

/** The file of the listed sessions: its name, and a note beside its button if there are more. */
export function sessionsFile(
  count: number,
  hasMore: boolean,
  period: Pick<Period, 'nameInFile'>,
): { file: string; fileNote?: string } {
  if (!hasMore) return { file: fileName('sessions', period) }
  return {
    file: fileName(`sessions-newest-${count}`, period),
    fileNote: `the ${formatCount(count)} newest, as shown`,
  }
}
