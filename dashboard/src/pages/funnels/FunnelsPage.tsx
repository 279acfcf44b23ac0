import { queryFunnel } from '@half-measure/shared/routes/reports.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { FUNNEL_SPLITS, type FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { useReport, useStats } from '../../api/stats.ts'
import { useComparison } from '../../filters/use-comparison.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { useScope } from '../../filters/use-scope.ts'
import { countOf, formatCount, formatShare, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { ScopedPage } from '../../layout/ScopedPage.tsx'
import { paths } from '../../paths.ts'
import { fileName, type Period } from '../../time/period.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Select } from '../../ui/Form.tsx'
import { deltaOf } from '../../format/metric.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { ExportButton } from '../../ui/ExportButton.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FunnelEditor } from './FunnelEditor.tsx'
import { FunnelSplits } from './FunnelSplits.tsx'
import {
  funnelParams,
  pagesOf,
  readFunnelView,
  stepColumns,
  stepLabel,
  type StepPages,
} from './funnel-view.ts'
import { SavedFunnels } from './SavedFunnels.tsx'

/** Steps in order, and where sessions drop out. */
export function FunnelsPage() {
  const scope = useScope()
  const view = readFunnelView(scope.params)
  const comparison = useComparison(scope)
  const query = new URLSearchParams([
    ...view.steps.map((step) => ['step', step]),
    ['window_minutes', String(view.window)],
    ...comparison.query,
    ...(view.split ? [['by', view.split]] : []),
  ])
  const result = useReport(queryFunnel, scope.period, { query })
  return (
    <ScopedPage
      title="Funnels"
      subtitle="Steps in order, and where sessions drop out"
      scope={scope}
      settings={
        <Select
          label="Split by"
          value={view.split ?? NO_SPLIT}
          options={SPLITS}
          onChange={(split) =>
            scope.change({}, funnelParams({ ...view, split: split === NO_SPLIT ? null : split }))
          }
        />
      }
    >
      <div className="grid">
        <Panel title="Steps" note="Within one session, with other events in between">
          <FunnelEditor
            key={`${view.steps.join(' ')} ${view.window}`}
            view={view}
            period={scope.period}
            onShow={(view) => scope.change({}, funnelParams(view))}
          />
        </Panel>
        <Panel title="Completion">
          {[...new Set(view.steps)].map((step) => {
            const pages = pagesOf(step)
            return pages && <UnseenPage key={step} pages={pages} step={step} period={scope.period} />
          })}
          <Loaded result={result} rows={view.steps.length * 2}>
            {(report) => (
              <FunnelBars
                steps={report.steps}
                before={comparison.before(report)?.steps}
                days={comparison.days}
                file={fileName('funnel', scope.period)}
              />
            )}
          </Loaded>
          {comparison.words !== null && <p className="note">{comparison.words}</p>}
          <Definitions
            of={[DEFINITIONS.funnelSessions, DEFINITIONS.funnelDropOut, DEFINITIONS.filteredSessions]}
          />
        </Panel>
      </div>
      {view.split && <FunnelSplits split={view.split} result={result} scope={scope} />}
      <SavedFunnels view={view} hrefOf={(view) => scope.hrefOf(paths.funnels, funnelParams(view))} />
    </ScopedPage>
  )
}

const NO_SPLIT = 'none'
const SPLITS = [
  { value: NO_SPLIT, label: 'Nothing' },
  ...FUNNEL_SPLITS.map((value) => ({ value, label: DIMENSIONS[value] })),
] as const

interface UnseenPageProps {
  step: string
  pages: StepPages
  period: Period
}

/** The most pages that one query returns. Among more, one may be seen. */
const ROWS = 1_000

/** A mistyped path looks like a step that nobody takes, so pages without a view are named. */
function UnseenPage({ step, pages, period }: UnseenPageProps) {
  const labelOf = useValueLabel()
  const query = { filters: [pages.filter], limit: ROWS }
  const result = useStats({ metrics: ['page_views'], dimension: 'page', ...query }, period)
  if (result.status !== 'ready' || result.outdated) return null
  const { rows, row_count } = result.data
  const isSeen = rows.some(({ key, figures }) => pages.includes(key) && figures.page_views !== 0)
  if (isSeen || row_count > rows.length) return null
  return (
    <Alert tone="notice">
      <strong>{stepLabel(step, labelOf)}:</strong> no page view in this period. Check the path.
    </Alert>
  )
}

interface FunnelBarsProps extends Pick<FunnelResult, 'steps'> {
  before: FunnelResult['steps'] | undefined
  /** The compared days. */
  days: string
  file: string
}

function FunnelBars({ steps, before, days, file }: FunnelBarsProps) {
  const labelOf = useValueLabel()
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || first.sessions === 0)
    return (
      <Empty>
        No session took the first step. Check its path and the filters, or choose a longer period.
      </Empty>
    )
  return (
    <>
      <p>
        {countOf(first.sessions, 'session')} started; {formatCount(last?.sessions ?? 0)} completed all steps (
        {formatShare(last?.of_first ?? 0)}).
      </p>
      <ol className="funnel">
        {steps.map(({ step, sessions, of_first, of_previous, lost }, at) => (
          <li key={`${at} ${step}`}>
            <p className="row spread">
              <span>{stepLabel(step, labelOf)}</span>
              <span>
                <strong>{formatCount(sessions)}</strong>{' '}
                {of_first === null ? NO_FIGURE : formatShare(of_first)}{' '}
                {before && (
                  <DeltaMark
                    delta={
                      at === 0
                        ? deltaOf('sessions', sessions, before[at]?.sessions)
                        : deltaOf('conversion_rate', of_first, before[at]?.of_first, [
                            first.sessions,
                            before[0]?.sessions,
                          ])
                    }
                  />
                )}
              </span>
            </p>
            <Bar className="funnel-bar" part={sessions / first.sessions} />
            {at > 0 && (
              <p className="note">
                {of_previous === null ? NO_FIGURE : formatShare(of_previous)} of the previous step;{' '}
                {formatCount(lost)} dropped out
              </p>
            )}
          </li>
        ))}
      </ol>
      <ExportButton
        caption="Completion"
        rows={steps.map((step, at) => ({ ...step, before: before?.[at] }))}
        columns={stepColumns(labelOf, before && days)}
        file={file}
      />
    </>
  )
}
