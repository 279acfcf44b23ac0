import { countOf, formatCount, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { readLaunchCurve } from '@half-measure/shared/routes/reports.ts'
import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { LaunchCurve } from '@half-measure/shared/stats/launch-curve.ts'
import { useApiQuery } from '../../api/queries.ts'
import { ChartFigure } from '../../charts/ChartFigure.tsx'
import type { Period } from '../../time/period.ts'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { FigureList, type NamedFigure, Panel } from '../../ui/Panel.tsx'
import { figureColumn, textColumn } from '../../ui/Table.tsx'
import { comparedWithMedian, hoursLabel, launchText } from './article-text.ts'

/** The current hour may end while the page is open. */
const POLL_MS = 10 * 60_000

interface LaunchChartProps {
  slug: string
  /** Null with filters: it covers all sessions. */
  first: ArticleFigures['first'] | null
  bots: Period['bots']
}

/** How an article's first week went, beside the middle half of the others. */
export function LaunchChart({ slug, bots, first }: LaunchChartProps) {
  const result = useApiQuery(
    readLaunchCurve,
    { params: { slug }, query: { bots } },
    { refetchInterval: POLL_MS },
  )
  return (
    <Panel title="First week" note="Views since publication, added up">
      <Loaded result={result} what="The first week" placeholder={<div className="chart-box chart-wait" />}>
        {({ views, others }) =>
          views === null ? (
            <Empty>
              Published before counting began, or out before or after its date, so its first week is not
              known. Its views since are above; choose a longer period for all of them.
            </Empty>
          ) : views.length === 0 ? (
            <Empty>
              The first hour is not over yet. After it a point is added every hour, for a week; until then
              Live shows who is reading.
            </Empty>
          ) : (
            <Curve slug={slug} views={views} others={others} />
          )
        }
      </Loaded>
      {first && (first.day ?? first.week ?? first.month) && (
        <FigureList
          figures={[
            began('First day', first.day),
            began('First week', first.week),
            began('First month', first.month),
          ]}
        />
      )}
      <Definitions of={[DEFINITIONS.launchCurve, DEFINITIONS.firstDays]} />
    </Panel>
  )
}

function began(label: string, days: ArticleFigures['first']['day']): NamedFigure {
  return {
    label,
    value: days === null ? NO_FIGURE : formatCount(days.views),
    note: days === null ? 'not over, or not counted from the start' : comparedWithMedian(days) || undefined,
  }
}

type CurveProps = { slug: string; views: readonly number[] } & Pick<LaunchCurve, 'others'>

function Curve({ slug, views: counted, others: counterparts }: CurveProps) {
  // Starts at 0 views, so that days fall on whole marks of the axis.
  const views = [0, ...counted]
  const others = counterparts && {
    ...counterparts,
    median: [0, ...counterparts.median],
    band: [[0, 0] as const, ...counterparts.low.map((low, i) => [low, counterparts.high[i] ?? low] as const)],
  }
  const labels = (others?.median ?? views).map((_, hours) => hoursLabel(hours))
  const values = labels.map((_, hours) => views[hours] ?? null)
  const words = (hours: number) => launchText(hours, views[hours], others?.median[hours])
  const latest = views.length - 1
  const days = labels.flatMap((_, hours) =>
    hours > 0 && (hours % 24 === 0 || hours === latest) ? [hours] : [],
  )
  return (
    <ChartFigure
      label="Views of the first week, hour by hour"
      points={[...labels.keys()]}
      labels={labels}
      labelEvery={24}
      values={values}
      lines={[
        ...(others ? [{ className: 'line-compared', values: others.median }] : []),
        { className: 'line-whole', values },
      ]}
      {...(others && { band: others.band })}
      wholeNumbers
      formatTick={formatCount}
      describe={words}
      renderTip={(hours) => <p>{words(hours)}</p>}
      caption={
        words(latest) +
        (others
          ? ` The band is the middle half of ${countOf(others.articles, 'other article')}.`
          : ' Too few other articles have a first week that was counted.')
      }
      table={{
        caption: 'Views of the first week, day by day',
        rows: days,
        keyOf: String,
        columns: [
          textColumn('After', hoursLabel),
          figureColumn(METRICS.page_views, (hours: number) => views[hours] ?? null, formatCount),
          figureColumn(
            { label: 'Median of others', definition: DEFINITIONS.launchCurve.definition },
            (hours: number) => others?.median[hours] ?? null,
            (median) => formatCount(Math.round(median)),
          ),
        ],
        file: `half-measure-first-week-${slug}`,
      }}
    />
  )
}
