import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { type Dimension, DIMENSIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Link } from 'react-router-dom'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { exportUrl, type StatsQueryInput, useStats } from '../../api/stats.ts'
import { onlyCounted } from '../../charts/counted-since.ts'
import { addsUp } from '../../charts/extremes.ts'
import { useValueLabel } from '../../filters/use-value-label.ts'
import { deltaIn, exactFigure, shortFigure } from '../../format/metric.ts'
import { formatShare, NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { fileName, type Period } from '../../time/period.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import { Select } from '../../ui/Form.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Empty, Loaded } from '../../ui/Loaded.tsx'
import { Panel, SmallTabs } from '../../ui/Panel.tsx'
import { type Column, noted, Table } from '../../ui/Table.tsx'
import { BESIDE, breakdownDefinitions, isPartOfAll, type PanelId, PANELS } from './explore-query.ts'

/** The rest is in the details. */
const PANEL_ROWS = 8
/** More tabs become a list. */
const MAX_TABS = 4

export interface BreakdownLinks {
  /** The same view with a filter for a value added, or removed. Null where the view cannot be changed. */
  toggle: ((dimension: Dimension, value: string) => string) | null
  isChosen: (dimension: Dimension, value: string) => boolean
  details: (dimension: Dimension) => string
  /** The report of a page; null where it has none, or the viewer may not see it. */
  report: (dimension: Dimension, value: string) => string | null
  withoutFilters: string | null
}

interface BreakdownProps {
  panel: PanelId
  dimension: Dimension
  query: StatsQueryInput
  /** Null unless counting began within the compared range, which is then left out. */
  countedSince: Date | null
  period: Period
  links: BreakdownLinks
  onDimension: (dimension: Dimension) => void
}

/** A figure by the values of one of a panel's dimensions; each value leads to a view of it alone. */
export function Breakdown(props: BreakdownProps) {
  const { panel, dimension, query, countedSince, period, links, onDimension } = props
  const { title, dimensions } = PANELS[panel]
  const result = useStats({ ...query, dimension, limit: PANEL_ROWS }, period)
  const choice = {
    label: `${title} by`,
    value: dimension,
    options: dimensions.map((value) => ({ value, label: DIMENSIONS[value] })),
    onChange: onDimension,
  }
  return (
    <Panel
      title={title}
      tools={dimensions.length > MAX_TABS ? <Select {...choice} isLabelHidden /> : <SmallTabs {...choice} />}
    >
      <div className="breakdown">
        <Loaded result={result} rows={PANEL_ROWS}>
          {(data) =>
            data.rows.length === 0 ? (
              <NoRows withoutFilters={links.withoutFilters} />
            ) : (
              <BreakdownTable
                data={onlyCounted(data, countedSince)}
                dimension={dimension}
                metrics={query.metrics}
                links={links}
              />
            )
          }
        </Loaded>
      </div>
      <p className="panel-foot row spread note">
        <DownloadButton
          tone="link"
          what={`by ${DIMENSIONS[dimension]}`}
          url={() => exportUrl({ ...query, dimension }, period)}
          name={`${fileName(dimension, period)}.csv`}
        />
        <Link to={links.details(dimension)}>
          Details<span className="visually-hidden"> by {DIMENSIONS[dimension]}</span>
        </Link>
      </p>
      <Definitions of={breakdownDefinitions(dimension, query.metrics)} />
    </Panel>
  )
}

function NoRows({ withoutFilters }: Pick<BreakdownLinks, 'withoutFilters'>) {
  if (withoutFilters === null) return <Empty>Nothing in this period. Choose a longer one above.</Empty>
  return (
    <Empty>
      Nothing for these filters. <Link to={withoutFilters}>Clear them</Link>
    </Empty>
  )
}

interface BreakdownTableProps {
  data: StatsResult
  dimension: Dimension
  metrics: readonly Metric[]
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen' | 'report'>
}

type Row = StatsResult['rows'][number]

function BreakdownTable({ data, dimension, metrics, links }: BreakdownTableProps) {
  const [first = 'sessions', second] = metrics
  const changing = second && !addsUp(second) ? second : first
  const highest = Math.max(...data.rows.map(({ figures }) => figures[first] ?? 0), 0)
  const total = data.totals.figures[first] ?? 0
  const figure = (metric: Metric, { figures }: Row) => (
    <span title={exactFigure(metric, figures[metric])}>{shortFigure(metric, figures[metric])}</span>
  )
  const figureColumn = (metric: Metric): Column<Row> => {
    const beside = BESIDE[metric]
    return {
      header: METRICS[metric].label,
      isNumeric: true,
      render: (row) =>
        noted(
          figure(metric, row),
          beside && (
            <>
              {beside.word} {figure(beside.metric, row)}
            </>
          ),
        ),
    }
  }
  const share: Column<Row> = {
    header: 'Share',
    isNumeric: true,
    isMinor: true,
    render: ({ figures }) => (total === 0 ? NO_FIGURE : formatShare(((figures[first] ?? 0) / total) * 100)),
  }
  const change: Column<Row> = {
    header: 'Change',
    isNumeric: true,
    render: ({ figures, compared }) => <DeltaMark delta={deltaIn(changing, figures, compared)} />,
  }
  return (
    <Table
      caption={`By ${DIMENSIONS[dimension]}`}
      columns={[
        {
          header: DIMENSIONS[dimension],
          render: ({ key }) => <ValueLink dimension={dimension} value={key} links={links} />,
        },
        figureColumn(first),
        ...(second ? [figureColumn(second)] : isPartOfAll(dimension) ? [] : [share]),
        ...(data.totals.compared === undefined ? [] : [change]),
      ]}
      rows={data.rows}
      keyOf={({ key }) => key}
      layout="narrow"
      barOf={({ figures }) => (highest === 0 ? 0 : (figures[first] ?? 0) / highest)}
    />
  )
}

interface ValueLinkProps {
  dimension: Dimension
  value: string
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen' | 'report'>
}

/** Leads to the view of this value alone, and back. */
export function ValueLink({ dimension, value, links }: ValueLinkProps) {
  const isChosen = links.isChosen(dimension, value)
  const label = useValueLabel()(dimension, value)
  const name = `${DIMENSIONS[dimension].toLowerCase()} ${label}`
  if (!links.toggle) return label
  const report = links.report(dimension, value)
  return (
    <>
      <Link
        to={links.toggle(dimension, value)}
        aria-current={isChosen ? 'true' : undefined}
        title={isChosen ? `Remove the filter for ${name}` : `Filter by ${name}`}
      >
        {label}
      </Link>
      {report !== null && (
        <Link
          className="lead-on"
          to={report}
          title={`Report on ${label}`}
          aria-label={`Report on ${label}`}
        />
      )}
    </>
  )
}
